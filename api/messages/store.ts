import type { MessageDraft } from '#contract';
import { states } from '#contract/enums';
import type { EventType } from '#contract/resources';
import { type Actor, appendEvents, type Changes, clearEventValues, diffFields } from '../database/change-log.ts';
import { decodeEnum } from '../database/column-encoding.ts';
import { incrementCounter, nextId, reserveId } from '../database/counters.ts';
import type { Queries, Writes } from '../database/database.ts';
import type { SortColumn } from '../database/keyset.ts';
import { createScan, type KeysetPage, type PageAnchor, readPage } from '../database/page.ts';
import { readThreadSummary, type ThreadSummary } from '../database/thread-summary.ts';
import { markDeleted } from '../database/tombstones.ts';
import { type MessageRow, messageColumns, messageDraft } from './shape.ts';

/** The columns that a message needs of its ticket. */
export type ParentTicket = {
  n: number;
  id: string;
  version: number;
  state: number;
  customer_name: string | null;
  customer_email: string | null;
};

/** The part of the ticket store that messages use. */
export type ParentTicketStore<Ticket extends ParentTicket> = {
  find(queries: Queries, id: string): Promise<Ticket | null>;
  updateThread(
    writes: Writes,
    ticket: Ticket,
    thread: ThreadSummary,
    how: { now: number; reopen: boolean },
  ): Promise<ParentTicket>;
};

/** The actor who writes a message, with the name to show as its author. */
type Author = Actor & { name: string };

/** An event for the change log. */
type LoggedEvent = { type: EventType; id: string; version: number; changes?: Changes };

/** Stores messages. Each write also updates the ticket: its version, counts and search index. */
export type MessageStore<Ticket extends ParentTicket> = ReturnType<typeof createMessageStore<Ticket>>;

export const createMessageStore = <Ticket extends ParentTicket>(
  tickets: ParentTicketStore<Ticket>,
  /** Reads the name of a person. */
  findName: (queries: Queries, personId: string) => Promise<string>,
) => {
  const recordChange = async (
    writes: Writes,
    ticket: Ticket,
    { name: _, ...actor }: Author,
    event: LoggedEvent,
    reopen = false,
  ): Promise<void> => {
    const thread = await readThreadSummary(writes, ticket.n);
    const after = await tickets.updateThread(writes, ticket, thread, { now: actor.now, reopen });
    await incrementCounter(writes, 'messages.changes');
    const entries = after.state === ticket.state ? [event] : [event, reopenedEvent(ticket, after)];
    await appendEvents(
      writes,
      entries.map(entry => ({ ...actor, ...entry, ticketId: ticket.id })),
    );
  };

  const findTicket = async (writes: Writes, id: string): Promise<Ticket> => {
    const ticket = await tickets.find(writes, id);
    if (ticket === null) throw new Error(`Ticket ${id} of a message is missing.`);
    return ticket;
  };

  return {
    /** Finds a message by its ticket's id and its own; inside a transaction, locks both rows. */
    async find(queries: Queries, ticketId: string, id: string): Promise<MessageRow | null> {
      const ticket = await tickets.find(queries, ticketId);
      if (ticket === null) return null;
      const query = queries.selectFrom('messages').selectAll().where('ticket_n', '=', ticket.n).where('id', '=', id);
      const row = await (queries.isTransaction ? query.forUpdate() : query).executeTakeFirst();
      return row === undefined ? null : { ...row, ticket_id: ticket.id };
    },

    /** Reads one page of a ticket's thread. */
    async list(
      queries: Queries,
      ticketId: string,
      sort: readonly SortColumn[],
      anchor: PageAnchor,
      limit: number,
    ): Promise<KeysetPage<MessageRow>> {
      const thread = queries
        .selectFrom('messages')
        .innerJoin('tickets', 'tickets.n', 'messages.ticket_n')
        .selectAll('messages')
        .select('tickets.id as ticket_id')
        .where('tickets.id', '=', ticketId);
      return readPage(createScan(thread, 'messages'), sort, anchor, limit);
    },

    /** Reads the number of messages of a ticket. */
    async count(queries: Queries, ticketId: string): Promise<{ count: number; exact: true }> {
      const row = await queries
        .selectFrom('tickets')
        .select('messages_count')
        .where('id', '=', ticketId)
        .executeTakeFirst();
      return { count: row?.messages_count ?? 0, exact: true };
    },

    /** Inserts a message. A message from the customer reopens a pending or closed ticket. */
    async insert(
      writes: Writes,
      ticketId: string,
      draft: MessageDraft,
      actor: Author,
      id?: string,
    ): Promise<MessageRow> {
      const ticket = await findTicket(writes, ticketId);
      if (id !== undefined) await reserveId(writes, 'message', id);
      const row = await writes
        .insertInto('messages')
        .values({
          id: id ?? (await nextId(writes, 'message')),
          version: 1,
          created_at: actor.now,
          updated_at: actor.now,
          ticket_n: ticket.n,
          ...messageColumns(draft),
          author_name: draft.author_name ?? defaultAuthor(draft, ticket, actor.name),
          author_id: actor.personId,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      const stored = { ...row, ticket_id: ticket.id };
      const changes = diffFields(null, messageDraft(stored));
      await recordChange(
        writes,
        ticket,
        actor,
        { ...identify(stored), type: 'message.created', changes },
        draft.direction === 'in',
      );
      return stored;
    },

    /** Fills in the default author name of a draft without one. */
    async complete(writes: Writes, row: MessageRow, draft: MessageDraft): Promise<MessageDraft> {
      if (draft.author_name !== null) return draft;
      const ticket = await findTicket(writes, row.ticket_id);
      return { ...draft, author_name: defaultAuthor(draft, ticket, await findName(writes, row.author_id)) };
    },

    /** Updates a message with a complete draft. */
    async update(writes: Writes, row: MessageRow, draft: MessageDraft, actor: Author): Promise<MessageRow> {
      const ticket = await findTicket(writes, row.ticket_id);
      const updated = await writes
        .updateTable('messages')
        .set({
          ...messageColumns(draft),
          author_name: draft.author_name ?? row.author_name,
          version: row.version + 1,
          updated_at: actor.now,
        })
        .where('n', '=', row.n)
        .returningAll()
        .executeTakeFirstOrThrow();
      const stored = { ...updated, ticket_id: ticket.id };
      const changes = diffFields(messageDraft(row), messageDraft(stored));
      await recordChange(writes, ticket, actor, { ...identify(stored), type: 'message.updated', changes });
      return stored;
    },

    /** Deletes a message permanently. */
    async remove(writes: Writes, row: MessageRow, actor: Author): Promise<void> {
      const ticket = await findTicket(writes, row.ticket_id);
      await writes.deleteFrom('messages').where('n', '=', row.n).execute();
      await markDeleted(writes, 'message', `${row.ticket_id}/${row.id}`, actor.now);
      await clearEventValues(writes, { kind: 'message', id: row.id, ticketId: row.ticket_id });
      await recordChange(writes, ticket, actor, { ...identify(row), type: 'message.deleted' });
    },
  };
};

const identify = ({ id, version }: MessageRow) => ({ id, version });

const reopenedEvent = (before: ParentTicket, { id, version, state }: ParentTicket): LoggedEvent => {
  const changes = diffFields({ state: decodeEnum(states, before.state) }, { state: decodeEnum(states, state) });
  return { type: 'ticket.reopened', id, version, changes };
};

/** Returns the person's name for outgoing messages, otherwise the customer's name or, if empty, address. */
const defaultAuthor = ({ direction }: MessageDraft, ticket: ParentTicket, personName: string): string =>
  direction === 'in' ? ticket.customer_name || ticket.customer_email || 'Customer' : personName;
