import { type MessageType, messageTypes, type State, states } from '#contract/enums';
import { countPending, type DraftFile, parseDraftFiles } from '../../files/draft-file.ts';
import { isRecord } from '../../storage/is-record.ts';
import { hasRecipients, parseRecipients, type Recipients } from '../mail/addresses.ts';
import { parseMentions } from '../message-draft.ts';

/** A message in the outbox. Numeric times are milliseconds since 1970. */
export type Outgoing = {
  /** The same for every attempt; identifies the message. */
  idempotencyKey: string;
  ticketId: string;
  type: MessageType;
  body: string;
  /** The message is sent once its files are uploaded. */
  files: readonly DraftFile[];
  /** The recipients of a reply; null for a note. */
  recipients: Recipients | null;
  /** The ids of the people whom a note mentions. Null until the people are loaded, before the first attempt. */
  mentions: readonly string[] | null;
  /**
   * Time (ISO 8601) at which the server mails the message. A page may release the mail earlier. Null means immediately.
   * All attempts have the same time.
   */
  sendAfter: string | null;
  /** The mail while the server holds it, so that sending can be undone; otherwise null. */
  held: HeldMail | null;
  /** Whether to close the ticket after delivery. */
  closes: boolean;
  /**
   * Creation time (ISO 8601) of the newest message that the author had seen. If a newer message exists, a reply is
   * returned to its draft.
   */
  seenUntil: string;
  /** The ticket's state that the author saw; null if the ticket was not loaded. */
  seenState: State | null;
  queuedAt: number;
  /** Earliest time to send the message, or to let the server mail it. */
  dueAt: number;
  /** Time of the first attempt; null if the server has certainly not processed the message. */
  attemptedAt: number | null;
  /** Retryable failures in a row, and the last error. */
  failures: number;
  problem: string | null;
  /** True if the message was delivered but its ticket still has to be closed. */
  arrived: boolean;
};

/** An outgoing message whose mentions are known. */
export type SendableMessage = Outgoing & { mentions: readonly string[] };

/** A stored message whose mail waits for `send_after`. */
export type HeldMail = { messageId: string; deliveryId: string };

/** Period in which sending a reply can be undone. */
export const undoSendMilliseconds = 5000;

/**
 * Time from the end of the undo period until the server mails a reply. A page may release the reply earlier. Allows for
 * the check for new messages and for clocks that differ.
 */
const graceMilliseconds = 5000;

/** Returns whether a message is mailed. */
export const isMailed = ({ type, recipients }: Pick<Outgoing, 'type' | 'recipients'>): boolean =>
  type === 'reply' && recipients !== null && hasRecipients(recipients);

/**
 * Returns when the server mails a message unless a page releases it earlier. Null if the message is not mailed or can
 * no longer be undone: the server then does not wait. A repeated attempt has the time of the first attempt.
 *
 * @param now this machine's clock
 * @param serverTime the server's clock
 */
export function getSendAfter(message: Outgoing, now: number, serverTime: number): string | null {
  const { sendAfter, attemptedAt, queuedAt } = message;
  const remaining = queuedAt + undoSendMilliseconds - now;
  if (sendAfter !== null || attemptedAt !== null || !isMailed(message) || remaining <= 0) return sendAfter;
  return new Date(serverTime + Math.min(remaining, undoSendMilliseconds) + graceMilliseconds).toISOString();
}

/** Returns whether the mentions of a message are known. */
export const hasMentions = (message: Outgoing): message is SendableMessage => message.mentions !== null;

/** Returns whether a message waits for the upload of its files. */
export const isWaitingForFiles = ({ files }: Pick<Outgoing, 'files'>): boolean => countPending(files) > 0;

/** Returns true if the message was never sent, or if the server holds its mail. An undo may then succeed. */
export const isUndoable = ({ attemptedAt, held, arrived }: Outgoing): boolean =>
  (attemptedAt === null || held !== null) && !arrived;

const dayMilliseconds = 24 * 3_600_000;
/** The server stores an idempotency key for a day. The message expires an hour earlier. */
const maxAgeMilliseconds = dayMilliseconds - 3_600_000;

const minDelayMilliseconds = 1000;
const maxDelayMilliseconds = 30_000;

/** Returns the delay in milliseconds before a retry: 1, 2, 4… seconds, at most 30. */
export const getRetryDelay = (failures: number): number =>
  Math.min(minDelayMilliseconds * 2 ** (failures - 1), maxDelayMilliseconds);

/** Returns the milliseconds until a message is due. A longer delay than any retry means that the clock was set back. */
export const getDelayUntilDue = ({ dueAt }: Outgoing, now: number): number =>
  dueAt - now > maxDelayMilliseconds ? 0 : Math.max(dueAt - now, 0);

/** Returns whether a message is too old to be sent again without its author's review. */
export const isExpired = ({ queuedAt, attemptedAt, held, arrived }: Outgoing, now: number): boolean =>
  held === null && !arrived && now - (attemptedAt ?? queuedAt) > maxAgeMilliseconds;

/** Sorts messages in the order of sending. */
export const sortByQueuedAt = (messages: readonly Outgoing[]): Outgoing[] =>
  messages.toSorted((a, b) => a.queuedAt - b.queuedAt);

/** Returns the first message of each ticket: a ticket's messages are delivered in order. */
export const getFirstOfEachTicket = (messages: readonly Outgoing[]): Outgoing[] => {
  const byTicket = Map.groupBy(sortByQueuedAt(messages), ({ ticketId }) => ticketId);
  return [...byTicket.values()].flatMap(([first]) => (first ? [first] : []));
};

/** Parses a stored message; null if it is invalid. */
export function parseOutgoing(stored: unknown): Outgoing | null {
  if (!isRecord(stored)) return null;
  const readText = (name: string): string => String(stored[name] ?? '');
  const readNumber = (name: string): number => Number(stored[name] ?? 0);
  const type = messageTypes.find(each => each === stored['type']);
  const [idempotencyKey, ticketId, body] = [readText('idempotencyKey'), readText('ticketId'), readText('body')];
  if (!type || idempotencyKey === '' || ticketId === '' || body === '') return null;
  return {
    idempotencyKey,
    ticketId,
    type,
    body,
    files: parseDraftFiles(stored['files']),
    recipients: parseRecipients(stored['recipients']),
    // Earlier versions stored messages without mentions.
    mentions: 'mentions' in stored ? parseMentions(stored['mentions']) : [],
    sendAfter: typeof stored['sendAfter'] === 'string' ? readText('sendAfter') : null,
    held: parseHeldMail(stored['held']),
    closes: stored['closes'] === true,
    seenUntil: readText('seenUntil'),
    seenState: states.find(state => state === stored['seenState']) ?? null,
    queuedAt: readNumber('queuedAt'),
    dueAt: readNumber('dueAt'),
    attemptedAt: typeof stored['attemptedAt'] === 'number' ? readNumber('attemptedAt') : null,
    failures: readNumber('failures'),
    problem: typeof stored['problem'] === 'string' ? readText('problem') : null,
    arrived: stored['arrived'] === true,
  };
}

function parseHeldMail(stored: unknown): HeldMail | null {
  if (!isRecord(stored)) return null;
  const { messageId, deliveryId } = stored;
  return typeof messageId === 'string' && typeof deliveryId === 'string' ? { messageId, deliveryId } : null;
}
