import type { TicketDraft } from '#contract';
import { states } from '#contract/enums';
import type { EventType } from '#contract/resources';
import { removeFilesOf } from '../database/attachments.ts';
import {
  type Actor,
  appendEvents,
  type Changes,
  clearEventValues,
  diffFields,
  type EventDraft,
} from '../database/change-log.ts';
import { encodeEnum } from '../database/column-encoding.ts';
import type { CounterChange } from '../database/counters.ts';
import type { Database, Queries, WriteTransaction } from '../database/database.ts';
import { indexTicket } from '../database/index-ticket.ts';
import { removeMailsOf } from '../database/mails.ts';
import { prepareWrite } from '../database/prepare-query.ts';
import { type NewRowColumns, newRowColumns, prepareFind } from '../database/resource-rows.ts';
import { readThread, type Thread } from '../database/thread-summary.ts';
import { countStateChange } from '../database/ticket-counts.ts';
import { saveCustomer } from '../database/ticket-customers.ts';
import { compareTags, countTags, replaceTag } from '../database/ticket-tags.ts';
import { markDeleted } from '../database/tombstones.ts';
import { addWatches } from '../database/watchers.ts';
import { type TicketRow, ticketColumns, ticketDraft } from './representation.ts';

const open = encodeEnum(states, 'open');
const closed = encodeEnum(states, 'closed');

/** Stores tickets. Each write increments the version, updates the search index and invalidates the cached lists. */
export type TicketStore = ReturnType<typeof createTicketStore>;

export const createTicketStore = ({ search, takeTicketNumber }: Pick<Database, 'search' | 'takeTicketNumber'>) => {
  const findRow = prepareFind<{ id: string }, TicketRow>((queries, value) =>
    queries.selectFrom('tickets').selectAll().where('id', '=', value('id')),
  );

  return {
    /** Finds a ticket by id; null if it does not exist. Inside a transaction, locks its row until the end. */
    find: (queries: Queries, id: string): Promise<TicketRow | null> => findRow(queries, { id }),

    /**
     * Inserts a ticket under the given id, or under the next decimal id. `followUpOf` is the id of an older ticket. The
     * assignee watches the new ticket, unless it is imported or came by mail.
     */
    async insert(
      writes: WriteTransaction,
      draft: TicketDraft,
      actor: Actor,
      id?: string,
      followUpOf: string | null = null,
    ): Promise<TicketRow> {
      const newColumns = await newRowColumns(writes, 'ticket', actor.now, id, takeTicketNumber);
      const row = await insertRow(writes, newColumns, draft, actor, followUpOf);
      await indexTicket(search, writes, row, []);
      const watchCounters = await watchAsAssignee(writes, null, row, actor);
      const customerCounters = await saveCustomer(writes, row, actor.now);
      const tagCounters = await countTags(writes, compareTags([], draft.tags), actor.now);
      const counters = [...watchCounters, ...customerCounters, ...tagCounters, ...getCounterChanges(undefined, row)];
      await appendTicketEvent(writes, actor, 'ticket.created', row, counters, diffFields(null, draft));
      return row;
    },

    /**
     * Updates a ticket. Closing sets `closed_at` and clears `undelivered`; reopening clears `closed_at`. A new assignee
     * watches the ticket.
     */
    async update(writes: WriteTransaction, before: TicketRow, draft: TicketDraft, actor: Actor): Promise<TicketRow> {
      const thread = await readThread(writes, before.n);
      const row = await updateRow(writes, before, draft, thread, actor.now);
      await indexTicket(search, writes, row, thread.bodies);
      const stored = ticketDraft(before);
      const changes = diffFields(stored, draft);
      const watchCounters = await watchAsAssignee(writes, before, row, actor);
      const customerCounters = hasOtherCustomer(before, row) ? await saveCustomer(writes, row, actor.now) : [];
      const tagCounters = await countTags(writes, compareTags(stored.tags, draft.tags), actor.now);
      const counters = [...watchCounters, ...customerCounters, ...tagCounters, ...getCounterChanges(before, row)];
      await appendTicketEvent(writes, actor, getEventType(before.state, row.state), row, counters, changes);
      return row;
    },

    /**
     * Replaces a tag of several tickets, or removes it (`into` is null). Locks all tickets first and the counters last,
     * which prevents deadlocks with other writers.
     */
    async replaceTag(
      writes: WriteTransaction,
      numbers: readonly number[],
      { tag, into }: { tag: string; into: string | null },
      actor: Actor,
    ): Promise<void> {
      const rows = await writes
        .selectFrom('tickets')
        .selectAll()
        .where('n', 'in', numbers)
        .orderBy('n')
        .forUpdate()
        .execute();
      const events: (EventDraft & Actor)[] = [];
      const counts = new Map<string, number>();
      for (const before of rows) {
        const stored = ticketDraft(before);
        const draft = { ...stored, tags: replaceTag(stored.tags, tag, into) };
        const changed = compareTags(stored.tags, draft.tags);
        if (changed.size === 0) continue;
        const thread = await readThread(writes, before.n);
        const row = await updateRow(writes, before, draft, thread, actor.now);
        await indexTicket(search, writes, row, thread.bodies);
        const { id, version } = row;
        for (const [name, amount] of changed) counts.set(name, (counts.get(name) ?? 0) + amount);
        const changes = diffFields(stored, draft);
        events.push({ ...actor, type: 'ticket.updated', id, ticketId: id, version, changes });
      }
      if (events.length === 0) return;
      const tagCounters = await countTags(writes, counts, actor.now);
      await appendEvents(writes, events, [...tagCounters, ['tickets.changes', events.length]]);
    },

    /**
     * Copies the thread's counts to the ticket, may reopen it, and may change `undelivered`. The caller stores the
     * counters and appends the event after its last lock.
     */
    async updateThread(
      writes: WriteTransaction,
      before: TicketRow,
      thread: Thread,
      options: ThreadOptions,
    ): Promise<{ ticket: TicketRow; counters: CounterChange[] }> {
      const ticket = await updateThreadColumns(writes, before, thread, options);
      await indexTicket(search, writes, ticket, thread.bodies);
      return { ticket, counters: getCounterChanges(before, ticket) };
    },

    /**
     * Sets or clears `undelivered`. Setting it also opens the ticket. Does nothing if nothing changes. Call this method
     * after the transaction has acquired all its other locks.
     */
    async setUndelivered(writes: WriteTransaction, id: string, undelivered: boolean, actor: Actor): Promise<void> {
      const before = await findRow(writes, { id });
      const mustOpen = undelivered && before?.state !== open;
      if (before === null || (before.undelivered === (undelivered ? 1 : 0) && !mustOpen)) return;
      const thread = await readThread(writes, before.n);
      const options = { now: actor.now, reopen: undelivered, undelivered };
      const { ticket, counters } = await this.updateThread(writes, before, thread, options);
      const changes = mustOpen ? diffFields(ticketDraft(before), ticketDraft(ticket)) : {};
      await appendTicketEvent(writes, actor, getEventType(before.state, ticket.state), ticket, counters, changes);
    },

    /** Deletes a ticket, its messages, its files and its mail permanently. */
    async remove(writes: WriteTransaction, row: TicketRow, actor: Actor): Promise<void> {
      await search.remove(writes, row.n);
      await writes.deleteFrom('messages').where('ticket_n', '=', row.n).execute();
      await writes.deleteFrom('tickets').where('n', '=', row.n).execute();
      await removeMailsOf(writes, { ticketId: row.id }, actor.now);
      await removeFilesOf(writes, { ticketId: row.id }, actor.now);
      await markDeleted(writes, 'ticket', row.id, actor.now);
      await clearEventValues(writes, { ticketId: row.id });
      const tagCounters = await countTags(writes, compareTags(ticketDraft(row).tags, []), actor.now);
      await appendTicketEvent(writes, actor, 'ticket.deleted', row, [
        ...tagCounters,
        ...getCounterChanges(row, undefined),
      ]);
    },
  };
};

/** Changes of a ticket besides the counts of its thread; an omitted `undelivered` does not change. */
type ThreadOptions = { now: number; reopen: boolean; undelivered?: boolean };

const insertRow = async (
  writes: WriteTransaction,
  newColumns: NewRowColumns,
  draft: TicketDraft,
  actor: Actor,
  followUpOf: string | null,
): Promise<TicketRow> => {
  const columns = ticketColumns(draft);
  return writes
    .insertInto('tickets')
    .values({
      ...newColumns,
      ...columns,
      closed_at: columns.state === closed ? actor.now : 0,
      messages_count: 0,
      last_message_at: 0,
      awaiting_reply: columns.state === open ? 1 : 0,
      created_by: actor.personId,
      follow_up_of: followUpOf,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
};

const updateRow = async (
  writes: WriteTransaction,
  row: TicketRow,
  draft: TicketDraft,
  { lastReplyIsFromCustomer }: Thread,
  now: number,
): Promise<TicketRow> => {
  const columns = ticketColumns(draft);
  const stayedClosed = columns.state === closed && row.state === closed;
  return writes
    .updateTable('tickets')
    .set({
      ...columns,
      version: row.version + 1,
      updated_at: now,
      closed_at: stayedClosed ? row.closed_at : columns.state === closed ? now : 0,
      awaiting_reply: columns.state === open && lastReplyIsFromCustomer ? 1 : 0,
      undelivered: columns.state === closed ? 0 : row.undelivered,
    })
    .where('n', '=', row.n)
    .returningAll()
    .executeTakeFirstOrThrow();
};

const updateThreadColumns = async (
  writes: WriteTransaction,
  row: TicketRow,
  { count, lastMessageAt, lastReplyIsFromCustomer }: Thread,
  { now, reopen, undelivered = row.undelivered === 1 }: ThreadOptions,
): Promise<TicketRow> => {
  const state = reopen ? open : row.state;
  const columns = {
    version: row.version + 1,
    updated_at: now,
    state,
    closed_at: reopen ? 0 : row.closed_at,
    messages_count: count,
    last_message_at: lastMessageAt,
    awaiting_reply: state === open && lastReplyIsFromCustomer ? 1 : 0,
    undelivered: undelivered ? 1 : 0,
  };
  await updateColumns(writes, { n: row.n, ...columns });
  return { ...row, ...columns };
};

type ThreadColumns = Pick<
  TicketRow,
  | ('n' | 'version' | 'updated_at' | 'state' | 'closed_at')
  | ('messages_count' | 'last_message_at' | 'awaiting_reply' | 'undelivered')
>;

const updateColumns = prepareWrite<ThreadColumns>((writes, value) =>
  writes
    .updateTable('tickets')
    .set({
      version: value('version'),
      updated_at: value('updated_at'),
      state: value('state'),
      closed_at: value('closed_at'),
      messages_count: value('messages_count'),
      last_message_at: value('last_message_at'),
      awaiting_reply: value('awaiting_reply'),
      undelivered: value('undelivered'),
    })
    .where('n', '=', value('n')),
);

/** Lets a new assignee watch the ticket. @returns the counters to increment */
const watchAsAssignee = async (
  writes: WriteTransaction,
  before: TicketRow | null,
  { n, assignee_id }: TicketRow,
  actor: Actor,
): Promise<CounterChange[]> =>
  assignee_id === null || assignee_id === before?.assignee_id
    ? []
    : addWatches(writes, n, { people: [assignee_id] }, actor);

const hasOtherCustomer = (before: TicketRow, after: TicketRow): boolean =>
  before.customer_email !== after.customer_email || before.customer_name !== after.customer_name;

/** Returns the counter changes of a write to a ticket. */
const getCounterChanges = (before: TicketRow | undefined, after: TicketRow | undefined): CounterChange[] => [
  ...countStateChange(before?.state, after?.state),
  ['tickets.changes', 1],
];

const appendTicketEvent = (
  writes: WriteTransaction,
  actor: Actor,
  type: EventType,
  { id, version }: TicketRow,
  counters: readonly CounterChange[],
  changes?: Changes,
): Promise<void> =>
  appendEvents(writes, [{ ...actor, type, id, ticketId: id, version, ...(changes && { changes }) }], counters);

const getEventType = (before: number, after: number): EventType => {
  if (before === after) return 'ticket.updated';
  return after === closed ? 'ticket.closed' : after === open ? 'ticket.reopened' : 'ticket.updated';
};
