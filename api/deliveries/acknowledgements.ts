import { deliveryKinds } from '#contract/enums';
import { encodeEnum } from '../database/column-encoding.ts';
import type { Queries, WriteTransaction } from '../database/database.ts';
import { toCustomerId } from '../database/ticket-customers.ts';
import { fillTemplate } from './compose/mail-text.ts';
import { type Addressee, insertDelivery, toEmailKey } from './store.ts';

type NewTicket = {
  n: number;
  id: string;
  subject: string;
  customer_name: string | null;
  customer_email: string | null;
};

/** One sender gets at most one acknowledgement in this time. */
const minIntervalMilliseconds = 86_400_000;

/**
 * Enqueues the automatic first answer to a ticket. Does nothing if the mailbox has no acknowledgement, if one was
 * enqueued for the sender in the last 24 hours, or if mail to the sender bounced permanently. Call it only for the
 * first mail of a ticket, never for automatic mail or spam.
 */
export const enqueueAcknowledgement = async (
  writes: WriteTransaction,
  mailbox: { id: string; name: string; address: string; acknowledgement: string | null },
  ticket: NewTicket,
  sender: Addressee,
  now: number,
): Promise<void> => {
  if (mailbox.acknowledgement === null) return;
  const { email } = sender;
  if ((await wasAcknowledged(writes, email, now - minIntervalMilliseconds)) || (await hasBounced(writes, email)))
    return;
  const customer = { name: ticket.customer_name, email: ticket.customer_email };
  const text = fillTemplate(mailbox.acknowledgement, { agentName: mailbox.name, customer, ticket });
  const recipients = { to: [sender], cc: [], bcc: [] };
  await insertDelivery(
    writes,
    {
      kind: 'acknowledgement',
      mailbox,
      ticket,
      subject: ticket.subject,
      message: null,
      text,
      recipients,
      sendAfter: 0,
    },
    now,
  );
};

const wasAcknowledged = async (queries: Queries, email: string, since: number): Promise<boolean> => {
  const row = await queries
    .selectFrom('delivery_recipients')
    .innerJoin('deliveries', 'deliveries.n', 'delivery_recipients.delivery_n')
    .select('deliveries.n')
    .where('email_key', '=', toEmailKey(email))
    .where('deliveries.kind', '=', encodeEnum(deliveryKinds, 'acknowledgement'))
    .where('deliveries.created_at', '>', since)
    .executeTakeFirst();
  return row !== undefined;
};

const hasBounced = async (queries: Queries, email: string): Promise<boolean> => {
  const row = await queries
    .selectFrom('customers')
    .select('bounced_at')
    .where('id', '=', toCustomerId(email))
    .executeTakeFirst();
  return row !== undefined && row.bounced_at > 0;
};
