import type { Selectable } from 'kysely';
import type { MessageDraft } from '#contract';
import { type MessageFormat, messageFormats } from '#contract/enums';
import { type AttachedFile, parseAttachedFiles, replaceFiles } from '../database/attachments.ts';
import type { Actor } from '../database/change-log.ts';
import { encodeEnum } from '../database/column-encoding.ts';
import type { WriteTransaction } from '../database/database.ts';
import { prepareQuery, prepareWrite } from '../database/prepare-query.ts';
import { type NewRowColumns, prepareFind } from '../database/resource-rows.ts';
import type { MessageTable } from '../database/schema.ts';
import { isOutgoingMail, type MessageRow, messageColumns, type Recipients, toMessageMail } from './representation.ts';
import type { ParentTicket } from './thread.ts';

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

/** Finds a message by the number of its ticket and its own id; inside a transaction, locks its row. */
export const findRow = prepareFind<{ ticket_n: number; id: string }, StoredMessage>((queries, value) =>
  queries.selectFrom('messages').selectAll().where('ticket_n', '=', value('ticket_n')).where('id', '=', value('id')),
);

type MailColumns = Pick<
  StoredMessage,
  'format' | 'automatic' | 'sender_known' | 'sender_verified' | 'folded_lines' | 'mail_id'
>;

/** `isMailed` is true for a reply that is mailed to its recipients. */
export type NewMessageColumns = NewRowColumns & MailColumns & { attachments: string | null; isMailed: boolean };

/** The columns of a message that is not an email. */
export const noMailColumns: MailColumns = {
  ...{ format: encodeEnum(messageFormats, 'markdown'), automatic: 0, folded_lines: 0 },
  ...{ sender_known: 1, sender_verified: null, mail_id: null },
};

/** Returns the columns of an email. */
export const toMailColumns = (mail: IncomingMessage): MailColumns => ({
  format: encodeEnum(messageFormats, mail.format),
  automatic: mail.isAutomatic ? 1 : 0,
  sender_known: mail.isSenderKnown ? 1 : 0,
  sender_verified: mail.isSenderVerified === null ? null : mail.isSenderVerified ? 1 : 0,
  folded_lines: mail.foldedLines,
  mail_id: mail.mailId,
});

/** Inserts the row of a new message. */
export const insertRow = async (
  writes: WriteTransaction,
  ticket: ParentTicket,
  draft: MessageDraft,
  author: Author,
  { isMailed, ...newColumns }: NewMessageColumns,
): Promise<MessageRow> => {
  const { sendAfter } = toMessageMail(draft, author.now);
  const columns = {
    ...newColumns,
    ...messageColumns(draft),
    ticket_n: ticket.n,
    author_name: draft.author_name ?? getDefaultAuthorName(draft, ticket, author.name),
    author_id: author.personId,
    send_after: isMailed ? sendAfter : 0,
    // A scheduled reply counts as an answer only once it is queued for sending.
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

/** Updates the row and the files of a message with a complete draft. @throws AttachmentUnusableError */
export const updateRow = async (
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
    // A message without a delivery is never sent.
    send_after: before.delivery_id === null ? 0 : mailedColumns.send_after,
    // A scheduled reply that is no longer mailed counts from its creation.
    answered_at: before.answered_at === 0 && !isOutgoingMail(draft) ? null : before.answered_at,
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
  ('id' | 'created_at' | 'ticket_n' | 'author_id' | 'delivery_id') | Exclude<keyof MailColumns, 'folded_lines'>
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
      answered_at: value('answered_at'),
      attachments: value('attachments'),
      mentions: value('mentions'),
      version: value('version'),
      updated_at: value('updated_at'),
    })
    .where('n', '=', value('n')),
);

/** Returns the person's name for outgoing messages, otherwise the customer's name or address, or `Customer`. */
export const getDefaultAuthorName = ({ direction }: MessageDraft, ticket: ParentTicket, personName: string): string =>
  direction === 'in' ? ticket.customer_name || ticket.customer_email || 'Customer' : personName;
