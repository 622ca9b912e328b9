import type { MessageDraft } from '#contract';
import { type EventType, states } from '#contract/vocabulary';
import { appendEvents, type Changes, changesBetween, type By as Logged, purgeEvents } from '../database/change-log.ts';
import { advance, nextId, passId } from '../database/counters.ts';
import type { Queries, Writes } from '../database/database.ts';
import type { SortColumn } from '../database/keyset.ts';
import { type Page, type Place, readPage, scanOf } from '../database/page.ts';
import { readThread, type Thread } from '../database/thread.ts';
import { bury } from '../database/tombstones.ts';
import { wordAt } from '../database/values.ts';
import { type MessageRow, messageColumns, messageDraft } from './shape.ts';

/** What a message needs to know of the ticket it belongs to. */
export type TicketOfMessage = {
  n: number;
  id: string;
  version: number;
  state: number;
  customer_name: string | null;
  customer_email: string | null;
};

/** What the tickets' room does for this one. */
export type TicketsOfMessages<Ticket extends TicketOfMessage> = {
  find(queries: Queries, id: string): Promise<Ticket | null>;
  threadChanged(
    writes: Writes,
    ticket: Ticket,
    thread: Thread,
    how: { now: number; reopen: boolean },
  ): Promise<TicketOfMessage>;
};

/** Who writes a message, under which name, and when. */
type By = Logged & { name: string };

/** What happened to a message, for the change log. */
type Happened = { type: EventType; id: string; version: number; changes?: Changes };

/** The messages in the store. Every write is a change of the ticket too: its version, its counts, its search words. */
export type MessageStore<Ticket extends TicketOfMessage> = ReturnType<typeof createMessageStore<Ticket>>;

export const createMessageStore = <Ticket extends TicketOfMessage>(
  tickets: TicketsOfMessages<Ticket>,
  /** What the person with an id is called; the people's room answers. */
  findName: (queries: Queries, personId: string) => Promise<string>,
) => {
  const changed = async (
    writes: Writes,
    ticket: Ticket,
    { name: _, ...by }: By,
    happened: Happened,
    reopen = false,
  ): Promise<void> => {
    const thread = await readThread(writes, ticket.n);
    const after = await tickets.threadChanged(writes, ticket, thread, { now: by.now, reopen });
    await advance(writes, 'messages.changes');
    const entries = after.state === ticket.state ? [happened] : [happened, reopened(ticket, after)];
    await appendEvents(
      writes,
      entries.map(entry => ({ ...by, ...entry, ticketId: ticket.id })),
    );
  };

  const ticketOf = async (writes: Writes, id: string): Promise<Ticket> => {
    const ticket = await tickets.find(writes, id);
    if (ticket === null) throw new Error(`Message without its ticket ${id}.`);
    return ticket;
  };

  return {
    /** Finds a message by its ticket's id and its own; inside a transaction ticket and message stay as they are. */
    async find(queries: Queries, ticketId: string, id: string): Promise<MessageRow | null> {
      const ticket = await tickets.find(queries, ticketId);
      if (ticket === null) return null;
      const query = queries.selectFrom('messages').selectAll().where('ticket_n', '=', ticket.n).where('id', '=', id);
      const row = await (queries.isTransaction ? query.forUpdate() : query).executeTakeFirst();
      return row === undefined ? null : { ...row, ticket_id: ticket.id };
    },

    /** One page of a ticket's thread. */
    async list(
      queries: Queries,
      ticketId: string,
      sort: readonly SortColumn[],
      place: Place,
      limit: number,
    ): Promise<Page<MessageRow>> {
      const ofTicket = queries
        .selectFrom('messages')
        .innerJoin('tickets', 'tickets.n', 'messages.ticket_n')
        .selectAll('messages')
        .select('tickets.id as ticket_id')
        .where('tickets.id', '=', ticketId);
      return readPage(scanOf(ofTicket, 'messages'), sort, place, limit);
    },

    /** How many messages a ticket has. */
    async count(queries: Queries, ticketId: string): Promise<{ count: number; exact: true }> {
      const row = await queries
        .selectFrom('tickets')
        .select('messages_count')
        .where('id', '=', ticketId)
        .executeTakeFirst();
      return { count: row?.messages_count ?? 0, exact: true };
    },

    /** Adds a message; one from the customer reopens a pending or closed ticket. */
    async insert(writes: Writes, ticketId: string, draft: MessageDraft, by: By, id?: string): Promise<MessageRow> {
      const ticket = await ticketOf(writes, ticketId);
      if (id !== undefined) await passId(writes, 'message', id);
      const row = await writes
        .insertInto('messages')
        .values({
          id: id ?? (await nextId(writes, 'message')),
          version: 1,
          created_at: by.now,
          updated_at: by.now,
          ticket_n: ticket.n,
          ...messageColumns(draft),
          author_name: draft.author_name ?? naturalAuthor(draft, ticket, by.name),
          author_id: by.personId,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      const stored = { ...row, ticket_id: ticket.id };
      const changes = changesBetween(null, messageDraft(stored));
      await changed(
        writes,
        ticket,
        by,
        { ...named(stored), type: 'message.created', changes },
        draft.direction === 'in',
      );
      return stored;
    },

    /** A draft of a stored message with the name of its author: the natural one where none is given. */
    async complete(writes: Writes, row: MessageRow, draft: MessageDraft): Promise<MessageDraft> {
      if (draft.author_name !== null) return draft;
      const ticket = await ticketOf(writes, row.ticket_id);
      return { ...draft, author_name: naturalAuthor(draft, ticket, await findName(writes, row.author_id)) };
    },

    /** Stores another draft of a message, a complete one. */
    async update(writes: Writes, row: MessageRow, draft: MessageDraft, by: By): Promise<MessageRow> {
      const ticket = await ticketOf(writes, row.ticket_id);
      const updated = await writes
        .updateTable('messages')
        .set({
          ...messageColumns(draft),
          author_name: draft.author_name ?? row.author_name,
          version: row.version + 1,
          updated_at: by.now,
        })
        .where('n', '=', row.n)
        .returningAll()
        .executeTakeFirstOrThrow();
      const stored = { ...updated, ticket_id: ticket.id };
      const changes = changesBetween(messageDraft(row), messageDraft(stored));
      await changed(writes, ticket, by, { ...named(stored), type: 'message.updated', changes });
      return stored;
    },

    /** Deletes a message for good. */
    async remove(writes: Writes, row: MessageRow, by: By): Promise<void> {
      const ticket = await ticketOf(writes, row.ticket_id);
      await writes.deleteFrom('messages').where('n', '=', row.n).execute();
      await bury(writes, 'message', `${row.ticket_id}/${row.id}`, by.now);
      await purgeEvents(writes, { kind: 'message', id: row.id, ticketId: row.ticket_id });
      await changed(writes, ticket, by, { ...named(row), type: 'message.deleted' });
    },
  };
};

const named = ({ id, version }: MessageRow) => ({ id, version });

const reopened = (before: TicketOfMessage, { id, version, state }: TicketOfMessage): Happened => {
  const changes = changesBetween({ state: wordAt(states, before.state) }, { state: wordAt(states, state) });
  return { type: 'ticket.reopened', id, version, changes };
};

/** The customer's name, or what is known instead (an empty name says nothing), for what comes in; the person's for what goes out. */
const naturalAuthor = ({ direction }: MessageDraft, ticket: TicketOfMessage, personName: string): string =>
  direction === 'in' ? ticket.customer_name || ticket.customer_email || 'Customer' : personName;
