import type { Selectable } from 'kysely';
import type { MessageDraft } from '#contract';
import { type Actor, clearEventValues, diffFields } from '../database/change-log.ts';
import type { Queries, WriteTransaction } from '../database/database.ts';
import { prepareQuery, prepareWrite } from '../database/prepare-query.ts';
import { type NewRowColumns, newRowColumns, prepareFind } from '../database/resource-rows.ts';
import type { MessageTable } from '../database/schema.ts';
import { readThread } from '../database/thread-summary.ts';
import { markDeleted } from '../database/tombstones.ts';
import { type MessageRow, messageColumns, messageDraft } from './representation.ts';
import { type ParentTicket, type ParentTicketStore, recordThreadChange } from './thread.ts';

type StoredMessage = Selectable<MessageTable>;

/** The actor who writes a message, with the name to show as its author. */
export type Author = Actor & { name: string };

/** Stores messages. Each write also updates the ticket: its version, counts and search index. */
export type MessageStore<Ticket extends ParentTicket> = ReturnType<typeof createMessageStore<Ticket>>;

export const createMessageStore = <Ticket extends ParentTicket>(
  tickets: ParentTicketStore<Ticket>,
  people: { findName(queries: Queries, id: string): Promise<string> },
) => {
  const findRow = prepareFind<{ ticket_n: number; id: string }, StoredMessage>((queries, value) =>
    queries.selectFrom('messages').selectAll().where('ticket_n', '=', value('ticket_n')).where('id', '=', value('id')),
  );

  const findTicket = async (writes: WriteTransaction, id: string): Promise<Ticket> => {
    const ticket = await tickets.find(writes, id);
    if (ticket === null) throw new Error(`Ticket ${id} of a message is missing.`);
    return ticket;
  };

  return {
    /** Finds and locks the ticket of a message. */
    findTicket,

    /** Finds a message of a ticket; inside a transaction, locks its row. */
    async find(queries: Queries, ticket: Ticket, id: string): Promise<MessageRow | null> {
      const row = await findRow(queries, { ticket_n: ticket.n, id });
      return row && { ...row, ticket_id: ticket.id };
    },

    /** Inserts a message in a locked ticket. A message from the customer reopens a pending or closed ticket. */
    async insert(
      writes: WriteTransaction,
      ticket: Ticket,
      draft: MessageDraft,
      author: Author,
      id?: string,
    ): Promise<MessageRow> {
      const newColumns = await newRowColumns(writes, 'message', author.now, id);
      // Started in this order, so that the thread contains the new message.
      const [row, thread] = await Promise.all([
        insertRow(writes, ticket, draft, author, newColumns),
        readThread(writes, ticket.n),
      ]);
      const changes = diffFields(null, messageDraft(row));
      const change = { type: 'message.created', changes, reopen: draft.direction === 'in', thread } as const;
      await recordThreadChange(tickets, writes, ticket, row, author, change);
      return row;
    },

    /** Fills in a draft's default author name. */
    async addDefaults(writes: WriteTransaction, row: MessageRow, draft: MessageDraft): Promise<MessageDraft> {
      if (draft.author_name !== null) return draft;
      const ticket = await findTicket(writes, row.ticket_id);
      return { ...draft, author_name: defaultAuthor(draft, ticket, await people.findName(writes, row.author_id)) };
    },

    /** Updates a message with a complete draft. */
    async update(writes: WriteTransaction, before: MessageRow, draft: MessageDraft, actor: Actor): Promise<MessageRow> {
      const ticket = await findTicket(writes, before.ticket_id);
      const row = await updateRow(writes, before, draft, actor.now);
      const thread = await readThread(writes, ticket.n);
      const changes = diffFields(messageDraft(before), messageDraft(row));
      await recordThreadChange(tickets, writes, ticket, row, actor, { type: 'message.updated', changes, thread });
      return row;
    },

    /** Deletes a message permanently. */
    async remove(writes: WriteTransaction, row: MessageRow, actor: Actor): Promise<void> {
      const ticket = await findTicket(writes, row.ticket_id);
      await writes.deleteFrom('messages').where('n', '=', row.n).execute();
      await markDeleted(writes, 'message', `${row.ticket_id}/${row.id}`, actor.now);
      await clearEventValues(writes, { kind: 'message', id: row.id, ticketId: row.ticket_id });
      const thread = await readThread(writes, ticket.n);
      await recordThreadChange(tickets, writes, ticket, row, actor, { type: 'message.deleted', thread });
    },
  };
};

const insertRow = async (
  writes: WriteTransaction,
  ticket: ParentTicket,
  draft: MessageDraft,
  author: Author,
  newColumns: NewRowColumns,
): Promise<MessageRow> => {
  const columns = {
    ...newColumns,
    ...messageColumns(draft),
    ticket_n: ticket.n,
    author_name: draft.author_name ?? defaultAuthor(draft, ticket, author.name),
    author_id: author.personId,
  };
  const [inserted] = await insertColumns(writes, columns);
  return { ...columns, n: inserted?.n ?? 0, ticket_id: ticket.id };
};

const insertColumns = prepareQuery<Omit<StoredMessage, 'n'>, { n: number }>((queries, value) =>
  queries
    .insertInto('messages')
    .values({
      id: value('id'),
      version: value('version'),
      created_at: value('created_at'),
      updated_at: value('updated_at'),
      ticket_n: value('ticket_n'),
      body: value('body'),
      type: value('type'),
      direction: value('direction'),
      author_name: value('author_name'),
      author_id: value('author_id'),
    })
    .returning('n'),
);

const updateRow = async (
  writes: WriteTransaction,
  before: MessageRow,
  draft: MessageDraft,
  now: number,
): Promise<MessageRow> => {
  const columns = {
    ...messageColumns(draft),
    author_name: draft.author_name ?? before.author_name,
    version: before.version + 1,
    updated_at: now,
  };
  await updateColumns(writes, { n: before.n, ...columns });
  return { ...before, ...columns };
};

const updateColumns = prepareWrite<Omit<StoredMessage, 'id' | 'created_at' | 'ticket_n' | 'author_id'>>(
  (writes, value) =>
    writes
      .updateTable('messages')
      .set({
        body: value('body'),
        type: value('type'),
        direction: value('direction'),
        author_name: value('author_name'),
        version: value('version'),
        updated_at: value('updated_at'),
      })
      .where('n', '=', value('n')),
);

/** Returns the person's name for outgoing messages, otherwise the customer's name or, if empty, address. */
const defaultAuthor = ({ direction }: MessageDraft, ticket: ParentTicket, personName: string): string =>
  direction === 'in' ? ticket.customer_name || ticket.customer_email || 'Customer' : personName;
