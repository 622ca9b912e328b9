import type { Selectable } from 'kysely';
import type { MessageDraft } from '#contract';
import { type MessageFormat, messageFormats } from '#contract/enums';
import { type Actor, clearEventValues, diffFields } from '../database/change-log.ts';
import { encodeEnum } from '../database/column-encoding.ts';
import type { Queries, WriteTransaction } from '../database/database.ts';
import { removeMailsOf } from '../database/mails.ts';
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

/** A message that came as an email. */
export type IncomingMessage = {
  body: string;
  format: MessageFormat;
  authorName: string;
  foldedLines: number;
  isAutomatic: boolean;
  isSenderKnown: boolean;
  isSenderVerified: boolean | null;
  mailId: string;
};

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

  const insertInThread = async (
    writes: WriteTransaction,
    ticket: Ticket,
    draft: MessageDraft,
    author: Author,
    newColumns: NewRowColumns & MailColumns,
  ): Promise<MessageRow> => {
    // Started in this order, so that the thread contains the new message.
    const [row, thread] = await Promise.all([
      insertRow(writes, ticket, draft, author, newColumns),
      readThread(writes, ticket.n),
    ]);
    const changes = diffFields(null, messageDraft(row));
    const reopen = draft.direction === 'in' && newColumns.automatic === 0;
    await recordThreadChange(tickets, writes, ticket, row, author, {
      type: 'message.created',
      changes,
      reopen,
      thread,
    });
    return row;
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
      return insertInThread(writes, ticket, draft, author, { ...newColumns, ...notMail });
    },

    /** Inserts an email in a locked ticket. Mail from a program does not reopen it. */
    async insertIncoming(
      writes: WriteTransaction,
      ticket: Ticket,
      mail: IncomingMessage,
      actor: Actor,
      id: string,
    ): Promise<MessageRow> {
      const newColumns = await newRowColumns(writes, 'message', actor.now, id);
      const draft = { body: mail.body, type: 'reply', direction: 'in', author_name: mail.authorName } as const;
      const author = { ...actor, name: mail.authorName };
      return insertInThread(writes, ticket, draft, author, { ...newColumns, ...toMailColumns(mail) });
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

    /** Deletes a message permanently, and the mail that it came as. */
    async remove(writes: WriteTransaction, row: MessageRow, actor: Actor): Promise<void> {
      const ticket = await findTicket(writes, row.ticket_id);
      await writes.deleteFrom('messages').where('n', '=', row.n).execute();
      await markDeleted(writes, 'message', `${row.ticket_id}/${row.id}`, actor.now);
      await clearEventValues(writes, { kind: 'message', id: row.id, ticketId: row.ticket_id });
      const mail = { ticketId: row.ticket_id, messageId: row.id };
      if (row.mail_id !== null) await removeMailsOf(writes, mail, actor.now);
      const thread = await readThread(writes, ticket.n);
      await recordThreadChange(tickets, writes, ticket, row, actor, { type: 'message.deleted', thread });
    },
  };
};

type MailColumns = Pick<
  StoredMessage,
  'format' | 'automatic' | 'sender_known' | 'sender_verified' | 'folded_lines' | 'mail_id'
>;

/** The columns of a message that is not an email. */
const notMail: MailColumns = {
  ...{ format: encodeEnum(messageFormats, 'markdown'), automatic: 0, folded_lines: 0 },
  ...{ sender_known: 1, sender_verified: null, mail_id: null },
};

const toMailColumns = (mail: IncomingMessage): MailColumns => ({
  format: encodeEnum(messageFormats, mail.format),
  automatic: mail.isAutomatic ? 1 : 0,
  sender_known: mail.isSenderKnown ? 1 : 0,
  sender_verified: mail.isSenderVerified === null ? null : mail.isSenderVerified ? 1 : 0,
  folded_lines: mail.foldedLines,
  mail_id: mail.mailId,
});

const insertRow = async (
  writes: WriteTransaction,
  ticket: ParentTicket,
  draft: MessageDraft,
  author: Author,
  newColumns: NewRowColumns & MailColumns,
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
      format: value('format'),
      automatic: value('automatic'),
      sender_known: value('sender_known'),
      sender_verified: value('sender_verified'),
      folded_lines: value('folded_lines'),
      mail_id: value('mail_id'),
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
    // The lines of another text cannot be told.
    folded_lines: draft.body === before.body ? before.folded_lines : 0,
    version: before.version + 1,
    updated_at: now,
  };
  await updateColumns(writes, { n: before.n, ...columns });
  return { ...before, ...columns };
};

type UpdatedColumns = Pick<
  StoredMessage,
  'n' | 'body' | 'type' | 'direction' | 'author_name' | 'folded_lines' | 'version' | 'updated_at'
>;

const updateColumns = prepareWrite<UpdatedColumns>((writes, value) =>
  writes
    .updateTable('messages')
    .set({
      body: value('body'),
      type: value('type'),
      direction: value('direction'),
      author_name: value('author_name'),
      folded_lines: value('folded_lines'),
      version: value('version'),
      updated_at: value('updated_at'),
    })
    .where('n', '=', value('n')),
);

/** Returns the person's name for outgoing messages, otherwise the customer's name or, if empty, address. */
const defaultAuthor = ({ direction }: MessageDraft, ticket: ParentTicket, personName: string): string =>
  direction === 'in' ? ticket.customer_name || ticket.customer_email || 'Customer' : personName;
