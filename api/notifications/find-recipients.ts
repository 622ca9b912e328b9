import type { Selectable } from 'kysely';
import { parseJson } from '#contract/json';
import type { Changes } from '../database/change-log.ts';
import type { Queries } from '../database/database.ts';
import type { EventTable } from '../database/schema.ts';
import type { FindChannels } from './preferences.ts';
import type { NotificationDraft } from './store.ts';

export type EventRow = Selectable<EventTable>;
type EventNotificationKind = Exclude<NotificationDraft['kind'], 'system'>;

/** The people who may be notified of an event, by kind. A person in several kinds gets only the first kind. */
type Candidates = [EventNotificationKind, readonly string[]][];

/** The people, tickets and messages to which the events of a batch refer. */
type Context = {
  /** All enabled people. */
  people: readonly string[];
  /** The number of each existing ticket, by its id. */
  tickets: ReadonlyMap<string, number>;
  /** The people who watch a ticket, by its number. */
  watchers: ReadonlyMap<number, readonly string[]>;
  /** The authors of messages whose mail failed, by `ticket number/message id`. */
  authors: ReadonlyMap<string, string>;
};

/**
 * Finds the people to notify of events of the change log. Skips the author of a change, unless the event is a failed
 * delivery. Also skips silent events, and tickets and messages that were deleted meanwhile.
 */
export const findRecipients = async (
  queries: Queries,
  events: readonly EventRow[],
  people: readonly string[],
  findChannels: FindChannels,
): Promise<NotificationDraft[]> => {
  const relevant = events.filter(({ silent, kind }) => silent === 0 && (kind === 'ticket' || kind === 'message'));
  const context = await readContext(queries, relevant, people);
  return relevant.flatMap(event => {
    const ticketN = context.tickets.get(event.ticket_id ?? '');
    if (ticketN === undefined) return [];
    const kinds = new Map<string, EventNotificationKind>();
    for (const [kind, candidates] of findCandidates(event, ticketN, context))
      for (const id of candidates) if (!kinds.has(id)) kinds.set(id, kind);
    // A failed reply notifies its author. The author is also the actor if the mailbox was deleted.
    if (event.type !== 'message.failed') kinds.delete(event.person_id);
    const { n: eventN, person_id: actorId } = event;
    const messageId = event.kind === 'message' ? event.resource_id : null;
    return [...kinds].flatMap(([personId, kind]) => {
      const channels = people.includes(personId) ? findChannels(personId, kind) : null;
      return channels === null ? [] : [{ personId, kind, channels, ticketN, messageId, actorId, eventN }];
    });
  });
};

const findCandidates = (event: EventRow, ticketN: number, context: Context): Candidates => {
  const changes = parseJson(event.changes) as Changes;
  if (event.kind === 'ticket') {
    const assignee = changes['assignee_id']?.new;
    if (typeof assignee === 'string') return [['assigned', [assignee]]];
    return event.type === 'ticket.created' ? [['new_unassigned', context.people]] : [];
  }
  const mentioned: Candidates[number] = ['mentioned', listNew(changes['mentions'])];
  if (event.type === 'message.updated') return [mentioned];
  const author = context.authors.get(`${ticketN}/${event.resource_id}`);
  if (event.type === 'message.failed') return author === undefined ? [] : [['delivery_failed', [author]]];
  // The changes of a deleted message were removed.
  if (event.type !== 'message.created' || changes['direction'] === undefined) return [];
  const isReplyOfCustomer = changes['direction'].new === 'in' && changes['type']?.new === 'reply';
  const watchers = context.watchers.get(ticketN) ?? [];
  return [mentioned, [isReplyOfCustomer ? 'customer_replied' : 'colleague_wrote', watchers]];
};

/** Lists the new entries of a changed list of ids. */
const listNew = (change: Changes[string] | undefined): string[] => {
  const [before, after] = [change?.old, change?.new].map(value => (Array.isArray(value) ? value.map(String) : []));
  return (after ?? []).filter(id => !before?.includes(id));
};

const readContext = async (
  queries: Queries,
  events: readonly EventRow[],
  people: readonly string[],
): Promise<Context> => {
  const ids = [...new Set(events.map(({ ticket_id }) => ticket_id ?? ''))];
  if (ids.length === 0) return { people, tickets: new Map(), watchers: new Map(), authors: new Map() };
  const tickets = await queries.selectFrom('tickets').select(['id', 'n']).where('id', 'in', ids).execute();
  const numbers = [0, ...tickets.map(({ n }) => n)];
  const watches = await queries
    .selectFrom('watchers')
    .select(['ticket_n', 'person_id'])
    .where('ticket_n', 'in', numbers)
    .where('watching', '=', 1)
    .orderBy('person_id')
    .execute();
  const failed = events.filter(({ type }) => type === 'message.failed').map(({ resource_id }) => resource_id);
  const messages =
    failed.length === 0
      ? []
      : await queries
          .selectFrom('messages')
          .select(['ticket_n', 'id', 'author_id'])
          .where('ticket_n', 'in', numbers)
          .where('id', 'in', failed)
          .execute();
  return {
    people,
    tickets: new Map(tickets.map(({ id, n }) => [id, n])),
    watchers: new Map(
      [...Map.groupBy(watches, ({ ticket_n }) => ticket_n)].map(([n, rows]) => [n, rows.map(row => row.person_id)]),
    ),
    authors: new Map(messages.map(({ ticket_n, id, author_id }) => [`${ticket_n}/${id}`, author_id])),
  };
};
