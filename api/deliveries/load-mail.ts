import type { Selectable } from 'kysely';
import type { OutboundDraft } from '#contract';
import { recipientRoles, transports } from '#contract/enums';
import { encodeEnum } from '../database/column-encoding.ts';
import type { Queries } from '../database/database.ts';
import type { MailboxTable } from '../database/schema.ts';
import { addTicketToken } from '../mail/address-token.ts';
import { getDeskId } from '../mail/desk-id.ts';
import { composeMail } from './compose/compose-mail.ts';
import { createSubject, fillTemplate } from './compose/mail-text.ts';
import type { DeliveryRow } from './representation.ts';

export type MailboxRow = Selectable<MailboxTable>;

/** Returns whether a mailbox captures its mail instead of sending it. */
export const captures = ({ transport }: MailboxRow): boolean => transport === encodeEnum(transports, 'capture');

/** Parses the mail server of a mailbox; null without one. */
export const parseOutbound = ({ outbound }: MailboxRow): Omit<OutboundDraft, 'password'> | null =>
  JSON.parse(outbound ?? 'null') as Omit<OutboundDraft, 'password'> | null;

/** A mail as it is sent, with its text and recipients. */
export type ComposedMail = {
  raw: Buffer;
  /** The version of the message in it; null without a message or if it is stored. A later edit makes the mail stale. */
  messageVersion: number | null;
  columns: { from_name: string; from_email: string; subject: string; size: number };
  /** True if it is stored already. */
  isStored: boolean;
};

/**
 * Reads the stored mail of a delivery, or composes it. @returns null if it was stored and deleted, or if it is not
 * stored and its message, ticket or mailbox was deleted
 */
export const loadMail = async (
  queries: Queries,
  delivery: DeliveryRow,
  mailbox: MailboxRow | null,
  { tokenKey, now }: { tokenKey: Buffer; now: number },
): Promise<ComposedMail | null> => {
  const stored = await queries
    .selectFrom('delivery_sources')
    .select('raw')
    .where('delivery_n', '=', delivery.n)
    .executeTakeFirst();
  const { from_name, from_email, subject, size } = delivery;
  if (stored === undefined)
    return mailbox === null || size > 0 ? null : compose(queries, delivery, mailbox, { tokenKey, now });
  const columns = { from_name, from_email, subject, size };
  return { raw: Buffer.from(stored.raw), messageVersion: null, columns, isStored: true };
};

const compose = async (
  queries: Queries,
  delivery: DeliveryRow,
  mailbox: MailboxRow,
  { tokenKey, now }: { tokenKey: Buffer; now: number },
): Promise<ComposedMail | null> => {
  const ticket = await queries
    .selectFrom('tickets')
    .select(['n', 'id', 'subject', 'customer_name', 'customer_email'])
    .where('n', '=', delivery.ticket_n)
    .executeTakeFirst();
  const message = await queries
    .selectFrom('messages')
    .select(['body', 'author_name', 'version'])
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
  const raw = await composeMail({
    messageId: delivery.message_id_header,
    date: now,
    from: { name: mailbox.name, email: mailbox.address },
    to,
    cc,
    replyTo: supportsPlusAddresses(mailbox) ? addTicketToken(tokenKey, mailbox.address, ticket.n) : null,
    subject,
    text,
    signature: message === undefined ? '' : fillTemplate(mailbox.signature, facts).trim(),
    references,
    deskId: getDeskId(tokenKey),
    hasHtml: true,
    automatic: message === undefined,
  });
  return {
    raw,
    messageVersion: message?.version ?? null,
    columns: { from_name: mailbox.name, from_email: mailbox.address, subject, size: raw.length },
    isStored: false,
  };
};

/** Reads the Message-IDs of the earlier deliveries and of all received mail of the ticket, oldest first. */
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
