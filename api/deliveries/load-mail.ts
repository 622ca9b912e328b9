import { Readable } from 'node:stream';
import type { Selectable } from 'kysely';
import { recipientRoles, transports } from '#contract/enums';
import { parseAttachedFiles } from '../database/attachments.ts';
import { encodeEnum } from '../database/column-encoding.ts';
import type { Queries } from '../database/database.ts';
import { decodeServer, type Outbound } from '../database/mailbox-servers.ts';
import type { MailboxTable } from '../database/schema.ts';
import type { ByteRange, FileReference } from '../files/driver.ts';
import type { Files } from '../files/files.ts';
import { addTicketToken } from '../mail/address-token.ts';
import { getDeskId } from '../mail/desk-id.ts';
import { isAccountMail } from './account-mails.ts';
import { composeAccountMail } from './compose/account-mail.ts';
import { composeMail, type OutgoingMail, streamMail } from './compose/compose-mail.ts';
import { createSubject, fillTemplate } from './compose/mail-text.ts';
import { composeNotificationMail } from './compose/notification-mail.ts';
import { isNotificationMail } from './notification-mails.ts';
import { toOutgoingFile } from './outgoing-file.ts';
import type { DeliveryRow } from './representation.ts';
import { captured } from './states.ts';

export type MailboxRow = Selectable<MailboxTable>;

/** Returns whether a mailbox captures its mail instead of sending it. */
export const captures = ({ transport }: MailboxRow): boolean => transport === encodeEnum(transports, 'capture');

/** Parses the mail server of a mailbox; null without one. */
export const parseOutbound = (mailbox: MailboxRow): Outbound | null => decodeServer<Outbound>(mailbox.outbound);

/**
 * The bytes of a mail: in memory, or in the file store if the mail has files. `raw` is the text to store in the
 * database; null if it is stored as a file, or must not be stored.
 */
export type MailBytes = {
  size: number;
  raw: string | null;
  read(range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
};

/** A mail as it is sent, with the columns of its delivery. */
export type ComposedMail = {
  bytes: MailBytes;
  /** The message's version; null without a message, or for a stored mail. A later edit makes the mail stale. */
  messageVersion: number | null;
  columns: { from_name: string; from_email: string; subject: string; size: number; source_sha256: string | null };
  /** True if the mail is stored already. */
  isStored: boolean;
  /** The digest of the one-time token in the mail; null without one. */
  linkDigest: string | null;
};

/** The values that `loadMail` needs besides the rows. Without `store`, a mail with files is composed in memory. */
type LoadOptions = {
  tokenKey: Buffer;
  apiPublicUrl: string;
  /** PUBLIC_URL, to which mail about notifications links. */
  deskUrl: string;
  now: number;
  files: Files;
  store?: (bytes: AsyncIterable<Uint8Array>) => Promise<FileReference>;
};

/**
 * Reads the stored mail of a delivery, or composes it.
 * @returns null if the stored mail was deleted. Null also if a mail that is not stored lacks its message, ticket,
 * mailbox, valid link, or notifications to mail
 */
export const loadMail = async (
  queries: Queries,
  delivery: DeliveryRow,
  mailbox: MailboxRow | null,
  options: LoadOptions,
): Promise<ComposedMail | null> => {
  if (isAccountMail(delivery)) return mailbox && composeForPerson(queries, delivery, mailbox, options);
  const { from_name, from_email, subject, size, source_sha256 } = delivery;
  const columns = { from_name, from_email, subject, size, source_sha256 };
  if (source_sha256 !== null) {
    const bytes = readStored(options.files, { sha256: source_sha256, size });
    return { bytes, messageVersion: null, columns, isStored: true, linkDigest: null };
  }
  const stored = await findSource(queries, delivery);
  if (stored === undefined && isNotificationMail(delivery) && delivery.state !== captured)
    return mailbox && composeForPerson(queries, delivery, mailbox, options);
  if (stored === undefined) return mailbox === null || size > 0 ? null : compose(queries, delivery, mailbox, options);
  return {
    bytes: toMailBytes(Buffer.from(stored.raw)),
    messageVersion: null,
    columns,
    isStored: true,
    linkDigest: null,
  };
};

/** Returns whether the text of a mail was stored and then deleted. Mail to people of the desk is composed again. */
export const isSourceDeleted = async (queries: Queries, delivery: DeliveryRow): Promise<boolean> =>
  delivery.size > 0 &&
  delivery.source_sha256 === null &&
  !isAccountMail(delivery) &&
  !isNotificationMail(delivery) &&
  (await findSource(queries, delivery)) === undefined;

const findSource = (queries: Queries, { n }: DeliveryRow) =>
  queries.selectFrom('delivery_sources').select('raw').where('delivery_n', '=', n).executeTakeFirst();

/**
 * Composes mail to people of the desk again for each attempt. The database must not contain the link of an account
 * mail, and notifications may be read between two attempts. Only captured mail about notifications is stored.
 */
const composeForPerson = async (
  queries: Queries,
  delivery: DeliveryRow,
  mailbox: MailboxRow,
  options: LoadOptions,
): Promise<ComposedMail | null> => {
  const from = { name: mailbox.name, email: mailbox.address };
  const composeForKind = isAccountMail(delivery) ? composeAccountMail : composeNotificationMail;
  const composed = await composeForKind(queries, delivery, from, options);
  if (composed === null) return null;
  const { raw, subject, digest } = composed;
  const bytes = toMailBytes(raw);
  const isStorable = captures(mailbox) && !isAccountMail(delivery);
  return {
    bytes: isStorable ? bytes : { ...bytes, raw: null },
    messageVersion: null,
    columns: { from_name: from.name, from_email: from.email, subject, size: bytes.size, source_sha256: null },
    isStored: false,
    linkDigest: digest,
  };
};

/** Describes a mail in memory. */
export const toMailBytes = (raw: Buffer): MailBytes => ({
  size: raw.length,
  raw: raw.toString(),
  read: async ({ start, end } = { start: 0, end: raw.length - 1 }) =>
    Readable.from(split(raw.subarray(start, end + 1))),
});

const chunkBytes = 65_536;

const split = function* (raw: Buffer) {
  for (let start = 0; start < raw.length; start += chunkBytes) yield raw.subarray(start, start + chunkBytes);
};

const readStored = (files: Files, { sha256, size }: FileReference): MailBytes => ({
  size,
  raw: null,
  read: async range => (await files.get(sha256, range)).chunks,
});

const compose = async (
  queries: Queries,
  delivery: DeliveryRow,
  mailbox: MailboxRow,
  { tokenKey, now, files, store }: LoadOptions,
): Promise<ComposedMail | null> => {
  const ticket = await queries
    .selectFrom('tickets')
    .select(['n', 'id', 'subject', 'customer_name', 'customer_email'])
    .where('n', '=', delivery.ticket_n)
    .executeTakeFirst();
  const message = await queries
    .selectFrom('messages')
    .select(['body', 'author_name', 'version', 'attachments'])
    .where('n', '=', delivery.message_n)
    .executeTakeFirst();
  const text = message?.body ?? delivery.text;
  if (ticket === undefined || text === null) return null;
  const references = await readReferences(queries, delivery);
  const subject = createSubject(ticket, {
    isAnswer: references.length > 0,
    showNumber: mailbox.subject_threading === 1,
  });
  const customer = { name: ticket.customer_name, email: ticket.customer_email };
  const facts = { agentName: message?.author_name ?? mailbox.name, customer, ticket };
  const [to = [], cc = []] = recipientRoles.map((_, role) => delivery.recipients.filter(each => each.role === role));
  const mail: OutgoingMail = {
    messageId: delivery.message_id_header,
    date: now,
    from: { name: mailbox.name, email: mailbox.address },
    to,
    cc,
    replyTo: supportsPlusAddresses(mailbox) ? addTicketToken(tokenKey, mailbox.address, ticket.n) : null,
    subject,
    text,
    files: parseAttachedFiles(message?.attachments ?? null).map(toOutgoingFile(files)),
    signature: message === undefined ? '' : fillTemplate(mailbox.signature, facts).trim(),
    references,
    deskId: getDeskId(tokenKey),
    hasHtml: true,
    isAutomatic: message === undefined,
  };
  const stored = mail.files.length > 0 && store !== undefined ? await store(streamMail(mail)) : null;
  const bytes = stored === null ? toMailBytes(await composeMail(mail)) : readStored(files, stored);
  return {
    bytes,
    messageVersion: message?.version ?? null,
    columns: {
      ...{ from_name: mailbox.name, from_email: mailbox.address, subject, size: bytes.size },
      source_sha256: stored?.sha256 ?? null,
    },
    isStored: false,
    linkDigest: null,
  };
};

/** Reads the Message-IDs of the ticket's earlier deliveries and received mail, oldest first. */
const readReferences = async (queries: Queries, { ticket_n, ticket_id, n }: DeliveryRow): Promise<string[]> => {
  const sent = await queries
    .selectFrom('deliveries')
    .select(['message_id_header as id', 'created_at'])
    .where('ticket_n', '=', ticket_n)
    .where('n', '<', n)
    .execute();
  const received = await queries
    .selectFrom('mails')
    .select(['message_id_header as id', 'created_at'])
    .where('ticket_id', '=', ticket_id)
    .where('message_id_header', 'is not', null)
    .execute();
  const all = [...sent, ...received.map(({ id, created_at }) => ({ id: `<${id}>`, created_at }))];
  return all.sort((left, right) => left.created_at - right.created_at).map(({ id }) => id);
};

const supportsPlusAddresses = (mailbox: MailboxRow): boolean =>
  captures(mailbox) || parseOutbound(mailbox)?.plus_addressing === true;
