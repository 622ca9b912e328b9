import { type MessageType, messageTypes, type State, states } from '#contract/vocabulary';
import { isRecord } from '../../kept/is-record.ts';

/** A message its author has sent and the server has not confirmed yet. Times are milliseconds since 1970. */
export type Outgoing = {
  /** The same for every attempt; also tells one message from another. */
  idempotencyKey: string;
  ticketId: string;
  type: MessageType;
  body: string;
  /** Whether the ticket is closed once the message is there. */
  closes: boolean;
  /** When the newest message that its author had seen was written: a newer one is shown to them first. */
  seenUntil: string;
  /** In which state its author had the ticket before them; null where they had not read it. */
  seenState: State | null;
  queuedAt: number;
  /** It is not sent before this moment. */
  dueAt: number;
  /** When it was first sent; null while it is certain that the server has never seen it. */
  attemptedAt: number | null;
  /** Attempts in a row that may end otherwise next time, and why the last one failed. */
  failures: number;
  problem: string | null;
  /** The message is there; its ticket is still to be closed. */
  arrived: boolean;
};

/** How long a reply can be taken back. */
export const undoMilliseconds = 5000;

const dayMilliseconds = 24 * 3_600_000;
/** The server knows a key for a day; what is older is not repeated, a little early rather than late. */
const longestMilliseconds = dayMilliseconds - 3_600_000;

const shortestDelay = 1000;
const longestDelay = 30_000;

/** How long to wait after so many failures in a row: 1, 2, 4… seconds, at most 30. */
export const delayAfter = (failures: number): number => Math.min(shortestDelay * 2 ** (failures - 1), longestDelay);

/** How long until it may be sent; a clock that was set back makes nobody wait longer than the longest delay. */
export const delayUntilDue = ({ dueAt }: Outgoing, now: number): number =>
  Math.min(Math.max(dueAt - now, 0), longestDelay);

/** Whether it waited for so long that its author should look at it again. */
export const isExpired = ({ queuedAt, attemptedAt }: Outgoing, now: number): boolean =>
  now - (attemptedAt ?? queuedAt) > longestMilliseconds;

/** In the order in which they were sent. */
export const inOrder = (messages: readonly Outgoing[]): Outgoing[] =>
  messages.toSorted((a, b) => a.queuedAt - b.queuedAt);

/** The first of each ticket: one ticket's messages arrive in the order in which they were sent. */
export const firstOfEach = (messages: readonly Outgoing[]): Outgoing[] => {
  const byTicket = Map.groupBy(inOrder(messages), ({ ticketId }) => ticketId);
  return [...byTicket.values()].flatMap(([first]) => (first ? [first] : []));
};

/** What was stored, where it is a message. */
export function readOutgoing(stored: unknown): Outgoing | null {
  if (!isRecord(stored)) return null;
  const text = (name: string): string => String(stored[name] ?? '');
  const number = (name: string): number => Number(stored[name] ?? 0);
  const type = messageTypes.find(word => word === stored['type']);
  const [idempotencyKey, ticketId, body] = [text('idempotencyKey'), text('ticketId'), text('body')];
  if (!type || idempotencyKey === '' || ticketId === '' || body === '') return null;
  return {
    idempotencyKey,
    ticketId,
    type,
    body,
    closes: stored['closes'] === true,
    seenUntil: text('seenUntil'),
    seenState: states.find(state => state === stored['seenState']) ?? null,
    queuedAt: number('queuedAt'),
    dueAt: number('dueAt'),
    attemptedAt: typeof stored['attemptedAt'] === 'number' ? number('attemptedAt') : null,
    failures: number('failures'),
    problem: typeof stored['problem'] === 'string' ? text('problem') : null,
    arrived: stored['arrived'] === true,
  };
}
