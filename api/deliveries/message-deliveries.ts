import { type RecipientRole, recipientRoles } from '#contract/enums';
import type { Queries, WriteTransaction } from '../database/database.ts';
import { cancelDelivery } from './actions.ts';
import type { DeliveryRow } from './representation.ts';
import { held, queued, recipientState, waitsForPerson } from './states.ts';
import {
  enqueueSending,
  findDelivery,
  insertDelivery,
  type Recipients,
  replaceRecipients,
  updateDelivery,
} from './store.ts';

type ParentTicket = { n: number; id: string; subject: string; mailbox_id: string | null };

/** When and to whom a message is mailed. */
export type MessageMail = {
  recipients: Recipients;
  /** Milliseconds since 1970; 0 to send it immediately. */
  sendAfter: number;
};

/** The members of a message that concern its mail. */
type MailMember = RecipientRole | 'send_after';

/** The functions with which the message store creates and changes the mail of messages. */
export const messageDeliveries = {
  /** Returns whether replies to a ticket can be mailed: its mailbox must exist. */
  hasMailbox: async (queries: Queries, { mailbox_id }: ParentTicket): Promise<boolean> =>
    (await findMailbox(queries, mailbox_id)) !== null,

  /** Creates the mail of a new reply. @returns the delivery's id; null without a mailbox */
  async create(
    writes: WriteTransaction,
    ticket: ParentTicket,
    message: { n: number; id: string },
    { recipients, sendAfter }: MessageMail,
    now: number,
  ): Promise<string | null> {
    const mailbox = await findMailbox(writes, ticket.mailbox_id);
    if (mailbox === null) return null;
    const { subject } = ticket;
    const mail = { kind: 'reply', mailbox, ticket, subject, message, text: null, recipients, sendAfter } as const;
    return (await insertDelivery(writes, mail, now)).id;
  },

  /** Returns the members of a message that the state of its mail makes read-only. */
  async findFixedMembers(queries: Queries, deliveryId: string): Promise<readonly MailMember[]> {
    const row = await findDelivery(queries, deliveryId);
    if (row === null || ![held, queued].includes(row.state) || hasStarted(row))
      return [...recipientRoles, 'send_after'];
    return row.state === queued || waitsForPerson(row) ? ['send_after'] : [];
  },

  /** Changes a waiting mail; null cancels it. */
  async change(writes: WriteTransaction, deliveryId: string, mail: MessageMail | null, now: number): Promise<void> {
    const row = await findDelivery(writes, deliveryId);
    if (row === null || (row.state !== held && row.state !== queued)) return;
    if (mail === null) {
      await cancelDelivery(writes, row, now);
      return;
    }
    if (!hasStarted(row)) await replaceRecipients(writes, row.n, mail.recipients);
    await updateDelivery(writes, row, { send_after: mail.sendAfter }, now);
    // With a later time, the job runs at the earlier time and postpones itself.
    await enqueueSending(writes, row, mail.sendAfter === 0 ? undefined : mail.sendAfter);
  },

  /** Holds the scheduled mail of a ticket, because the customer wrote before it was sent. */
  async holdScheduled(writes: WriteTransaction, ticketN: number, now: number): Promise<void> {
    const rows = await writes
      .selectFrom('deliveries')
      .select(['n', 'version'])
      .where('ticket_n', '=', ticketN)
      .where('state', '=', held)
      .where('reason', 'is', null)
      .forUpdate()
      .execute();
    for (const row of rows) await updateDelivery(writes, row, { reason: 'customer_replied' }, now);
  },
};

/** Returns whether the text of a mail is stored, or a recipient has a result. Its recipients must not change then. */
const hasStarted = ({ size, recipients }: DeliveryRow): boolean =>
  size > 0 || recipients.some(({ state }) => state !== recipientState.waiting);

const findMailbox = async (queries: Queries, id: string | null) =>
  id === null
    ? null
    : ((await queries
        .selectFrom('mailboxes')
        .select(['id', 'name', 'address'])
        .where('id', '=', id)
        .executeTakeFirst()) ?? null);
