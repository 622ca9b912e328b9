import { deliveryKinds } from '#contract/enums';
import { encodeEnum } from '../database/column-encoding.ts';
import type { Queries, WriteTransaction } from '../database/database.ts';
import { fillTemplate } from './compose/mail-text.ts';
import { recipient } from './states.ts';
import { type Addressee, insertDelivery, toEmailKey } from './store.ts';

type NewTicket = {
  n: number;
  id: string;
  subject: string;
  customer_name: string | null;
  customer_email: string | null;
};

/** One sender gets at most one acknowledgement in this time. */
const quietMilliseconds = 86_400_000;

/**
 * Enqueues the automatic first answer to a ticket, unless its mailbox has none, its sender got one in the last 24
 * hours, or the last mail to the sender was returned. Call it for a person's first mail only, never for automatic mail
 * or spam.
 */
export const enqueueAcknowledgement = async (
  writes: WriteTransaction,
  mailbox: { id: string; name: string; address: string; acknowledgement: string | null },
  ticket: NewTicket,
  sender: Addressee,
  now: number,
): Promise<void> => {
  if (mailbox.acknowledgement === null) return;
  const key = toEmailKey(sender.email);
  if ((await wasAcknowledged(writes, key, now - quietMilliseconds)) || (await hasBounced(writes, key))) return;
  const customer = { name: ticket.customer_name, email: ticket.customer_email };
  const text = fillTemplate(mailbox.acknowledgement, { agentName: mailbox.name, customer, ticket });
  const recipients = { to: [sender], cc: [], bcc: [] };
  await insertDelivery(
    writes,
    { kind: 'acknowledgement', mailbox, ticket, message: null, text, recipients, sendAfter: 0 },
    now,
  );
};

const selectMailTo = (queries: Queries, key: string) =>
  queries
    .selectFrom('delivery_recipients')
    .innerJoin('deliveries', 'deliveries.n', 'delivery_recipients.delivery_n')
    .where('email_key', '=', key);

const wasAcknowledged = async (queries: Queries, key: string, since: number): Promise<boolean> => {
  const row = await selectMailTo(queries, key)
    .select('deliveries.n')
    .where('deliveries.kind', '=', encodeEnum(deliveryKinds, 'acknowledgement'))
    .where('deliveries.created_at', '>', since)
    .executeTakeFirst();
  return row !== undefined;
};

/** Returns whether the last mail to an address was returned. */
const hasBounced = async (queries: Queries, key: string): Promise<boolean> => {
  const row = await selectMailTo(queries, key)
    .select('delivery_recipients.state')
    .where('delivery_recipients.state', '<>', recipient.waiting)
    .orderBy('deliveries.n', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.state === recipient.bounced;
};
