import type { Selectable } from 'kysely';
import type { MessageDraft } from '#contract';
import { type Actor, clearEventValues, diffFields } from '../database/change-log.ts';
import type { Queries, Writes } from '../database/database.ts';
import { newRowColumns, prepareFind } from '../database/resource-rows.ts';
import type { MessageTable } from '../database/schema.ts';
import { markDeleted } from '../database/tombstones.ts';
import { type MessageRow, messageColumns, messageDraft } from './shape.ts';
import { type ParentTicket, type ParentTicketStore, recordThreadChange } from './thread.ts';

/** The actor who writes a message, with the name to show as its author. */
export type Author = Actor & { name: string };

/** Stores messages. Each write also updates the ticket: its version, counts and search index. */
export type MessageStore<Ticket extends ParentTicket> = ReturnType<typeof createMessageStore<Ticket>>;

export const createMessageStore = <Ticket extends ParentTicket>(
  tickets: ParentTicketStore<Ticket>,
  people: { findName(queries: Queries, id: string): Promise<string> },
) => {
  const findRow = prepareFind<{ ticket_n: number; id: string }, Selectable<MessageTable>>((queries, value) =>
    queries.selectFrom('messages').selectAll().where('ticket_n', '=', value('ticket_n')).where('id', '=', value('id')),
  );

  const findTicket = async (writes: Writes, id: string): Promise<Ticket> => {
    const ticket = await tickets.find(writes, id);
    if (ticket === null) throw new Error(`Ticket ${id} of a message is missing.`);
    return ticket;
  };

  return {
    /** Finds a message by its ticket's id and its own; inside a transaction, locks both rows. */
    async find(queries: Queries, ticketId: string, id: string): Promise<MessageRow | null> {
      const ticket = await tickets.find(queries, ticketId);
      const row = ticket && (await findRow(queries, { ticket_n: ticket.n, id }));
      return row && { ...row, ticket_id: ticketId };
    },

    /** Inserts a message. A message from the customer reopens a pending or closed ticket. */
    async insert(
      writes: Writes,
      ticketId: string,
      draft: MessageDraft,
      author: Author,
      id?: string,
    ): Promise<MessageRow> {
      const ticket = await findTicket(writes, ticketId);
      const row = await insertRow(writes, ticket, draft, author, id);
      const changes = diffFields(null, messageDraft(row));
      const reopen = draft.direction === 'in';
      await recordThreadChange(tickets, writes, ticket, row, author, { type: 'message.created', changes, reopen });
      return row;
    },

    /** Fills in the default author name of a draft without one. */
    async addDefaults(writes: Writes, row: MessageRow, draft: MessageDraft): Promise<MessageDraft> {
      if (draft.author_name !== null) return draft;
      const ticket = await findTicket(writes, row.ticket_id);
      return { ...draft, author_name: defaultAuthor(draft, ticket, await people.findName(writes, row.author_id)) };
    },

    /** Updates a message with a complete draft. */
    async update(writes: Writes, before: MessageRow, draft: MessageDraft, actor: Actor): Promise<MessageRow> {
      const ticket = await findTicket(writes, before.ticket_id);
      const row = await updateRow(writes, before, draft, actor.now);
      const changes = diffFields(messageDraft(before), messageDraft(row));
      await recordThreadChange(tickets, writes, ticket, row, actor, { type: 'message.updated', changes });
      return row;
    },

    /** Deletes a message permanently. */
    async remove(writes: Writes, row: MessageRow, actor: Actor): Promise<void> {
      const ticket = await findTicket(writes, row.ticket_id);
      await writes.deleteFrom('messages').where('n', '=', row.n).execute();
      await markDeleted(writes, 'message', `${row.ticket_id}/${row.id}`, actor.now);
      await clearEventValues(writes, { kind: 'message', id: row.id, ticketId: row.ticket_id });
      await recordThreadChange(tickets, writes, ticket, row, actor, { type: 'message.deleted' });
    },
  };
};

const insertRow = async (
  writes: Writes,
  ticket: ParentTicket,
  draft: MessageDraft,
  author: Author,
  id?: string,
): Promise<MessageRow> => {
  const newColumns = await newRowColumns(writes, 'message', author.now, id);
  const row = await writes
    .insertInto('messages')
    .values({
      ...newColumns,
      ...messageColumns(draft),
      ticket_n: ticket.n,
      author_name: draft.author_name ?? defaultAuthor(draft, ticket, author.name),
      author_id: author.personId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...row, ticket_id: ticket.id };
};

const updateRow = async (
  writes: Writes,
  { n, version, author_name, ticket_id }: MessageRow,
  draft: MessageDraft,
  now: number,
): Promise<MessageRow> => {
  const row = await writes
    .updateTable('messages')
    .set({
      ...messageColumns(draft),
      author_name: draft.author_name ?? author_name,
      version: version + 1,
      updated_at: now,
    })
    .where('n', '=', n)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...row, ticket_id };
};

/** Returns the person's name for outgoing messages, otherwise the customer's name or, if empty, address. */
const defaultAuthor = ({ direction }: MessageDraft, ticket: ParentTicket, personName: string): string =>
  direction === 'in' ? ticket.customer_name || ticket.customer_email || 'Customer' : personName;
