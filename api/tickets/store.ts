import type { TicketDraft } from '#contract';
import { states } from '#contract/enums';
import type { EventType } from '#contract/resources';
import { type Actor, appendEvents, type Changes, clearEventValues, diffFields } from '../database/change-log.ts';
import { encodeEnum } from '../database/column-encoding.ts';
import { incrementCounter } from '../database/counters.ts';
import type { Database, Queries, Writes } from '../database/database.ts';
import { indexTicket } from '../database/index-ticket.ts';
import { newRowColumns, prepareFind } from '../database/resource-rows.ts';
import { readThreadSummary, type ThreadSummary } from '../database/thread-summary.ts';
import { updateStateCounts } from '../database/ticket-counts.ts';
import { markDeleted } from '../database/tombstones.ts';
import { type TicketRow, ticketColumns, ticketDraft } from './shape.ts';

const open = encodeEnum(states, 'open');
const closed = encodeEnum(states, 'closed');

/** Stores tickets. Each write adds one version, updates the search index and invalidates the cached lists. */
export type TicketStore = ReturnType<typeof createTicketStore>;

export const createTicketStore = ({ search }: Pick<Database, 'search'>) => {
  const findRow = prepareFind<{ id: string }, TicketRow>((queries, value) =>
    queries.selectFrom('tickets').selectAll().where('id', '=', value('id')),
  );

  const recordChange = async (writes: Writes, before: TicketRow | null, row: TicketRow): Promise<void> => {
    await indexTicket(search, writes, row.n);
    await updateStateCounts(writes, movesBetween(before?.state, row.state));
    await incrementCounter(writes, 'tickets.changes');
  };

  return {
    /** Finds a ticket by id; inside a transaction, locks its row until the end. */
    find: (queries: Queries, id: string): Promise<TicketRow | null> => findRow(queries, { id }),

    /** Inserts a ticket under the given id, or under the next decimal one. */
    async insert(writes: Writes, draft: TicketDraft, actor: Actor, id?: string): Promise<TicketRow> {
      const row = await insertRow(writes, draft, actor, id);
      await recordChange(writes, null, row);
      await log(writes, actor, 'ticket.created', row, diffFields(null, draft));
      return row;
    },

    /** Updates a ticket. Closing sets `closed_at`; reopening clears it. */
    async update(writes: Writes, before: TicketRow, draft: TicketDraft, actor: Actor): Promise<TicketRow> {
      const row = await updateRow(writes, before, draft, actor.now);
      await recordChange(writes, before, row);
      await log(writes, actor, eventBetween(before.state, row.state), row, diffFields(ticketDraft(before), draft));
      return row;
    },

    /** Copies the thread's counts to the ticket and may reopen it. The caller logs this after its last lock. */
    async updateThread(
      writes: Writes,
      before: TicketRow,
      thread: ThreadSummary,
      options: { now: number; reopen: boolean },
    ): Promise<TicketRow> {
      const row = await updateThreadColumns(writes, before, thread, options);
      await recordChange(writes, before, row);
      return row;
    },

    /** Deletes a ticket and its messages permanently. */
    async remove(writes: Writes, row: TicketRow, actor: Actor): Promise<void> {
      await search.remove(writes, row.n);
      await writes.deleteFrom('messages').where('ticket_n', '=', row.n).execute();
      await writes.deleteFrom('tickets').where('n', '=', row.n).execute();
      await markDeleted(writes, 'ticket', row.id, actor.now);
      await clearEventValues(writes, { ticketId: row.id });
      await updateStateCounts(writes, movesBetween(row.state, undefined));
      await incrementCounter(writes, 'tickets.changes');
      await log(writes, actor, 'ticket.deleted', row);
    },
  };
};

const insertRow = async (writes: Writes, draft: TicketDraft, actor: Actor, id?: string): Promise<TicketRow> => {
  const newColumns = await newRowColumns(writes, 'ticket', actor.now, id);
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
    })
    .returningAll()
    .executeTakeFirstOrThrow();
};

const updateRow = async (writes: Writes, row: TicketRow, draft: TicketDraft, now: number): Promise<TicketRow> => {
  const columns = ticketColumns(draft);
  const stayedClosed = columns.state === closed && row.state === closed;
  const { lastReplyIsFromCustomer } = await readThreadSummary(writes, row.n);
  return writes
    .updateTable('tickets')
    .set({
      ...columns,
      version: row.version + 1,
      updated_at: now,
      closed_at: stayedClosed ? row.closed_at : columns.state === closed ? now : 0,
      awaiting_reply: columns.state === open && lastReplyIsFromCustomer ? 1 : 0,
    })
    .where('n', '=', row.n)
    .returningAll()
    .executeTakeFirstOrThrow();
};

const updateThreadColumns = (
  writes: Writes,
  row: TicketRow,
  { count, lastMessageAt, lastReplyIsFromCustomer }: ThreadSummary,
  { now, reopen }: { now: number; reopen: boolean },
): Promise<TicketRow> => {
  const state = reopen ? open : row.state;
  return writes
    .updateTable('tickets')
    .set({
      version: row.version + 1,
      updated_at: now,
      messages_count: count,
      last_message_at: lastMessageAt,
      awaiting_reply: state === open && lastReplyIsFromCustomer ? 1 : 0,
      ...(reopen && { state, closed_at: 0 }),
    })
    .where('n', '=', row.n)
    .returningAll()
    .executeTakeFirstOrThrow();
};

const log = (
  writes: Writes,
  actor: Actor,
  type: EventType,
  { id, version }: TicketRow,
  changes?: Changes,
): Promise<void> => appendEvents(writes, [{ ...actor, type, id, ticketId: id, version, ...(changes && { changes }) }]);

/** Returns the changes of the ticket count by state. */
const movesBetween = (before: number | undefined, after: number | undefined): Map<number, number> => {
  const moves = new Map<number, number>();
  if (before === after) return moves;
  if (before !== undefined) moves.set(before, -1);
  if (after !== undefined) moves.set(after, 1);
  return moves;
};

const eventBetween = (before: number, after: number): EventType => {
  if (before === after) return 'ticket.updated';
  return after === closed ? 'ticket.closed' : after === open ? 'ticket.reopened' : 'ticket.updated';
};
