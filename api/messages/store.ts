import type { Selectable } from 'kysely';
import type { MessageDraft } from '#contract';
import { type MessageFormat, messageFormats, type RecipientRole } from '#contract/enums';
import {
  type AttachedFile,
  formatAttachedFiles,
  type MessageKey,
  parseAttachedFiles,
  removeFilesOf,
  replaceFiles,
} from '../database/attachments.ts';
import { type Actor, clearEventValues, diffFields } from '../database/change-log.ts';
import { encodeEnum } from '../database/column-encoding.ts';
import type { Queries, WriteTransaction } from '../database/database.ts';
import { removeMailsOf } from '../database/mails.ts';
import { prepareQuery, prepareWrite } from '../database/prepare-query.ts';
import { type NewRowColumns, newRowColumns, prepareFind } from '../database/resource-rows.ts';
import type { MessageTable } from '../database/schema.ts';
import { readThread } from '../database/thread-summary.ts';
import { markDeleted } from '../database/tombstones.ts';
import { addWatches } from '../database/watchers.ts';
import {
  findNewMentions,
  getRecipients,
  getSendTime,
  isFromTeam,
  isMail,
  type MessageRow,
  messageColumns,
  messageDraft,
  type Recipients,
  toLoggedMessage,
} from './representation.ts';
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
  to: Recipients['to'];
  cc: Recipients['cc'];
  mailId: string;
  /** Already stored as files of this message. */
  files: readonly AttachedFile[];
};

/** When and to whom a reply is mailed. `sendAfter` is in milliseconds since 1970, 0 for immediately. */
type MessageMail = { recipients: Recipients; sendAfter: number };

/** The members of a message that concern its mail. */
export type MailMember = RecipientRole | 'send_after';

/** The part of the store of deliveries that messages use. */
export type MessageDeliveries = {
  hasMailbox(queries: Queries, ticket: ParentTicket): Promise<boolean>;
  /** Creates the mail of a new reply. @returns the delivery's id; null without a mailbox */
  create(
    writes: WriteTransaction,
    ticket: ParentTicket,
    message: MessageRow,
    mail: MessageMail,
    now: number,
  ): Promise<string | null>;
  findFixedMembers(queries: Queries, deliveryId: string): Promise<readonly MailMember[]>;
  /** Changes a waiting mail; null cancels it. */
  change(writes: WriteTransaction, deliveryId: string, mail: MessageMail | null, now: number): Promise<void>;
  /** Holds the scheduled replies of a ticket, because the customer wrote. */
  holdScheduled(writes: WriteTransaction, ticketN: number, now: number): Promise<void>;
};

/** Stores messages. Each write also updates the ticket: its version, counts and search index. */
export type MessageStore<Ticket extends ParentTicket> = ReturnType<typeof createMessageStore<Ticket>>;

export const createMessageStore = <Ticket extends ParentTicket>(
  tickets: ParentTicketStore<Ticket>,
  people: { findName(queries: Queries, id: string): Promise<string> },
  deliveries: MessageDeliveries,
) => {
  const findRow = prepareFind<{ ticket_n: number; id: string }, StoredMessage>((queries, value) =>
    queries.selectFrom('messages').selectAll().where('ticket_n', '=', value('ticket_n')).where('id', '=', value('id')),
  );

  /** Creates the mail of a new reply, and stores its delivery id in the message. */
  const addDelivery = async (
    writes: WriteTransaction,
    ticket: Ticket,
    row: MessageRow,
    draft: MessageDraft,
    now: number,
  ): Promise<MessageRow> => {
    const deliveryId = await deliveries.create(writes, ticket, row, toMail(draft, now), now);
    await writes.updateTable('messages').set({ delivery_id: deliveryId }).where('n', '=', row.n).execute();
    return { ...row, delivery_id: deliveryId };
  };

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
    newColumns: NewMessageColumns,
  ): Promise<MessageRow> => {
    // Started in this order, so that the thread contains the new message.
    const [inserted, thread] = await Promise.all([
      insertRow(writes, ticket, draft, author, newColumns),
      readThread(writes, ticket.n),
    ]);
    const row = newColumns.isMailed ? await addDelivery(writes, ticket, inserted, draft, author.now) : inserted;
    const changes = diffFields(null, toLoggedMessage(messageDraft(row)));
    const reopen = draft.direction === 'in' && newColumns.automatic === 0;
    if (reopen) await deliveries.holdScheduled(writes, ticket.n, author.now);
    const people = { people: isFromTeam(draft) ? [author.personId] : [], mentioned: draft.mentions ?? [] };
    const counters = await addWatches(writes, ticket.n, people, author);
    const change = { type: 'message.created', changes, reopen, thread, counters } as const;
    await recordThreadChange(tickets, writes, ticket, row, author, change);
    return row;
  };

  return {
    /** Finds and locks the ticket of a message. @throws Error if the ticket is missing */
    findTicket,

    /** Finds a message of a ticket; inside a transaction, locks its row. */
    async find(queries: Queries, ticket: Ticket, id: string): Promise<MessageRow | null> {
      const row = await findRow(queries, { ticket_n: ticket.n, id });
      return row && { ...row, ticket_id: ticket.id };
    },

    /**
     * Adds the default recipient of a reply: the customer of a ticket with a mailbox. Returns the same draft object if
     * it adds no recipient.
     */
    async addRecipients(queries: Queries, ticket: Ticket, draft: MessageDraft): Promise<MessageDraft> {
      const { customer_name, customer_email } = ticket;
      const isAddressed = draft.to !== undefined || draft.type !== 'reply' || draft.direction !== 'out';
      if (isAddressed || customer_email === null || !(await deliveries.hasMailbox(queries, ticket))) return draft;
      return { ...draft, to: [{ name: customer_name ?? '', email: customer_email }] };
    },

    /** Returns whether replies to a ticket can be mailed. */
    hasMailbox: deliveries.hasMailbox,

    /** Returns the members that can no longer change, because the mail is queued or sent. */
    findFixedMembers: async (queries: Queries, { delivery_id }: MessageRow): Promise<readonly MailMember[]> =>
      delivery_id === null ? [] : deliveries.findFixedMembers(queries, delivery_id),

    /**
     * Inserts a message in a locked ticket. A message from the customer reopens a pending or closed ticket, and holds
     * the scheduled replies. `isMailed`: a reply with recipients is sent to them. The author of a note or outgoing
     * reply, and the mentioned people, start to watch the ticket. Imported messages add no watchers.
     * @throws AttachmentUnusableError
     */
    async insert(
      writes: WriteTransaction,
      ticket: Ticket,
      draft: MessageDraft,
      author: Author,
      { id, isMailed = false }: { id?: string | undefined; isMailed?: boolean } = {},
    ): Promise<MessageRow> {
      const newColumns = await newRowColumns(writes, 'message', author.now, id);
      return insertInThread(writes, ticket, draft, author, {
        ...{ ...newColumns, ...notMail },
        attachments: await replaceFiles(writes, [], draft.attachment_ids ?? [], {
          ...{ ticketId: ticket.id, messageId: newColumns.id, personId: author.personId, now: author.now },
        }),
        isMailed: isMailed && isMail(draft),
      });
    },

    /** Inserts an email in a locked ticket. Mail from a program does not reopen the ticket. */
    async insertIncoming(
      writes: WriteTransaction,
      ticket: Ticket,
      mail: IncomingMessage,
      actor: Actor,
      id: string,
    ): Promise<MessageRow> {
      const newColumns = await newRowColumns(writes, 'message', actor.now, id);
      const { body, authorName, to, cc } = mail;
      const draft: MessageDraft = { body, type: 'reply', direction: 'in', author_name: authorName, to, cc };
      const author = { ...actor, name: mail.authorName };
      return insertInThread(writes, ticket, draft, author, {
        ...{ ...newColumns, ...toMailColumns(mail) },
        attachments: formatAttachedFiles(mail.files),
        isMailed: false,
      });
    },

    /** Fills in a draft's default author name, and the omitted members of its mail. */
    async addDefaults(writes: WriteTransaction, row: MessageRow, draft: MessageDraft): Promise<MessageDraft> {
      const { to, cc, bcc, send_after } = messageDraft(row);
      const complete = { to, cc, bcc, send_after, ...draft };
      if (draft.author_name !== null) return complete;
      const ticket = await findTicket(writes, row.ticket_id);
      return {
        ...complete,
        author_name: getDefaultAuthorName(draft, ticket, await people.findName(writes, row.author_id)),
      };
    },

    /** Updates a message with a complete draft. @throws AttachmentUnusableError */
    async update(writes: WriteTransaction, before: MessageRow, draft: MessageDraft, actor: Actor): Promise<MessageRow> {
      const ticket = await findTicket(writes, before.ticket_id);
      if (before.delivery_id !== null)
        await deliveries.change(writes, before.delivery_id, isMail(draft) ? toMail(draft, actor.now) : null, actor.now);
      const row = await updateRow(writes, before, draft, actor);
      const thread = await readThread(writes, ticket.n);
      const stored = messageDraft(before);
      const changes = diffFields(toLoggedMessage(stored), toLoggedMessage(messageDraft(row)));
      const mentioned = findNewMentions(stored, draft);
      const counters = await addWatches(writes, ticket.n, { mentioned }, actor);
      const change = { type: 'message.updated', changes, thread, counters } as const;
      await recordThreadChange(tickets, writes, ticket, row, actor, change);
      return row;
    },

    /**
     * Adds the files of a mail that was imported before files were stored. The version increases, but the time of the
     * ticket's last change stays. Does nothing if the message was deleted.
     */
    async addFiles(
      writes: WriteTransaction,
      { ticketId, messageId }: MessageKey,
      add: (message: MessageRow) => Promise<AttachedFile[]>,
      now: number,
    ): Promise<void> {
      const ticket = await tickets.find(writes, ticketId);
      const found = ticket && (await findRow(writes, { ticket_n: ticket.n, id: messageId }));
      if (!ticket || !found) return;
      const before = { ...found, ticket_id: ticketId };
      const attachments = formatAttachedFiles([...parseAttachedFiles(before.attachments), ...(await add(before))]);
      const row = { ...before, attachments, version: before.version + 1, updated_at: now };
      const { version, updated_at } = row;
      await writes.updateTable('messages').set({ attachments, version, updated_at }).where('n', '=', row.n).execute();
      const thread = await readThread(writes, ticket.n);
      const changes = diffFields(toLoggedMessage(messageDraft(before)), toLoggedMessage(messageDraft(row)));
      const actor = { personId: before.author_id, clientId: null, now };
      const change = { type: 'message.updated', changes, thread, keepsTime: true } as const;
      await recordThreadChange(tickets, writes, ticket, row, actor, change);
    },

    /** Deletes a message permanently, with its files and the mail that it came as. */
    async remove(writes: WriteTransaction, row: MessageRow, actor: Actor): Promise<void> {
      const ticket = await findTicket(writes, row.ticket_id);
      await writes.deleteFrom('messages').where('n', '=', row.n).execute();
      await markDeleted(writes, 'message', `${row.ticket_id}/${row.id}`, actor.now);
      await clearEventValues(writes, { kind: 'message', id: row.id, ticketId: row.ticket_id });
      const mail = { ticketId: row.ticket_id, messageId: row.id };
      if (row.mail_id !== null) await removeMailsOf(writes, mail, actor.now);
      if (row.attachments !== null) await removeFilesOf(writes, mail, actor.now);
      const thread = await readThread(writes, ticket.n);
      await recordThreadChange(tickets, writes, ticket, row, actor, { type: 'message.deleted', thread });
    },
  };
};

type MailColumns = Pick<
  StoredMessage,
  'format' | 'automatic' | 'sender_known' | 'sender_verified' | 'folded_lines' | 'mail_id'
>;

/** `isMailed` is true for a reply that is mailed to its recipients. */
type NewMessageColumns = NewRowColumns & MailColumns & { attachments: string | null; isMailed: boolean };

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
  { isMailed, ...newColumns }: NewMessageColumns,
): Promise<MessageRow> => {
  const { sendAfter } = toMail(draft, author.now);
  const columns = {
    ...newColumns,
    ...messageColumns(draft),
    ticket_n: ticket.n,
    author_name: draft.author_name ?? getDefaultAuthorName(draft, ticket, author.name),
    author_id: author.personId,
    send_after: isMailed ? sendAfter : 0,
    // A scheduled reply counts as an answer only after it is sent.
    answered_at: isMailed && sendAfter > 0 ? 0 : null,
    delivery_id: null,
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
      recipients: value('recipients'),
      send_after: value('send_after'),
      answered_at: value('answered_at'),
      delivery_id: value('delivery_id'),
      attachments: value('attachments'),
      mentions: value('mentions'),
    })
    .returning('n'),
);

const updateRow = async (
  writes: WriteTransaction,
  before: MessageRow,
  draft: MessageDraft,
  { personId, now }: Actor,
): Promise<MessageRow> => {
  const fileIds = parseAttachedFiles(before.attachments).map(({ id }) => id);
  const message = { ticketId: before.ticket_id, messageId: before.id };
  const mailedColumns = messageColumns(draft);
  const columns = {
    ...mailedColumns,
    // A message without mail is never sent.
    send_after: before.delivery_id === null ? 0 : mailedColumns.send_after,
    attachments: await replaceFiles(writes, fileIds, draft.attachment_ids ?? fileIds, { ...message, personId, now }),
    author_name: draft.author_name ?? before.author_name,
    // The number of folded lines in a changed body is unknown.
    folded_lines: draft.body === before.body ? before.folded_lines : 0,
    version: before.version + 1,
    updated_at: now,
  };
  await updateColumns(writes, { n: before.n, ...columns });
  return { ...before, ...columns };
};

type UpdatedColumns = Omit<
  StoredMessage,
  | ('id' | 'created_at' | 'ticket_n' | 'author_id' | 'delivery_id' | 'answered_at')
  | Exclude<keyof MailColumns, 'folded_lines'>
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
      recipients: value('recipients'),
      send_after: value('send_after'),
      attachments: value('attachments'),
      mentions: value('mentions'),
      version: value('version'),
      updated_at: value('updated_at'),
    })
    .where('n', '=', value('n')),
);

/** Returns the mail of a draft. A time in the past means immediately. */
const toMail = (draft: MessageDraft, now: number): MessageMail => {
  const time = getSendTime(draft);
  return { recipients: getRecipients(draft), sendAfter: time > now ? time : 0 };
};

/** Returns the person's name for outgoing messages, otherwise the customer's name or address, or `Customer`. */
const getDefaultAuthorName = ({ direction }: MessageDraft, ticket: ParentTicket, personName: string): string =>
  direction === 'in' ? ticket.customer_name || ticket.customer_email || 'Customer' : personName;
