import type { MessageDraft } from '#contract';
import type { RecipientRole } from '#contract/enums';
import {
  type AttachedFile,
  formatAttachedFiles,
  type MessageKey,
  parseAttachedFiles,
  removeFilesOf,
  replaceFiles,
} from '../database/attachments.ts';
import { type Actor, clearEventValues, diffFields } from '../database/change-log.ts';
import type { Queries, WriteTransaction } from '../database/database.ts';
import { removeMailsOf } from '../database/mails.ts';
import { newRowColumns } from '../database/resource-rows.ts';
import { readThread } from '../database/thread-summary.ts';
import { markDeleted } from '../database/tombstones.ts';
import { addWatches } from '../database/watchers.ts';
import {
  findNewMentions,
  isFromTeam,
  isOutgoingMail,
  type MessageMail,
  type MessageRow,
  messageDraft,
  toLoggedMessage,
  toMessageMail,
} from './representation.ts';
import {
  type Author,
  findRow,
  getDefaultAuthorName,
  type IncomingMessage,
  insertRow,
  type NewMessageColumns,
  noMailColumns,
  toMailColumns,
  updateRow,
} from './rows.ts';
import { type ParentTicket, type ParentTicketStore, recordThreadChange } from './thread.ts';

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
  /** Changes a mail that is not sent yet; null cancels it. */
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
  /** Creates the mail of a new reply, and stores its delivery id in the message. */
  const addDelivery = async (
    writes: WriteTransaction,
    ticket: Ticket,
    row: MessageRow,
    draft: MessageDraft,
    now: number,
  ): Promise<MessageRow> => {
    const deliveryId = await deliveries.create(writes, ticket, row, toMessageMail(draft, now), now);
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
    // The insert is started first, so that the thread contains the new message.
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

    /** Returns the members that can no longer change, because of the state of the mail. */
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
        ...{ ...newColumns, ...noMailColumns },
        attachments: await replaceFiles(writes, [], draft.attachment_ids ?? [], {
          ...{ ticketId: ticket.id, messageId: newColumns.id, personId: author.personId, now: author.now },
        }),
        isMailed: isMailed && isOutgoingMail(draft),
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
        await deliveries.change(
          writes,
          before.delivery_id,
          isOutgoingMail(draft) ? toMessageMail(draft, actor.now) : null,
          actor.now,
        );
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

    /** Deletes a message permanently, with its files and the mail from which it was created. */
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
