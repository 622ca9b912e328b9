import type { WriteTransaction } from '../database/database.ts';
import { readBounceToken } from '../mail/address-token.ts';
import { enqueueAcknowledgement } from './acknowledgements.ts';
import type { UndeliveredTickets } from './announce.ts';
import { applyDeliveryReport, type DeliveryReport } from './delivery-reports.ts';
import type { Addressee } from './store.ts';
import { readTokenKey, type SecretReader } from './token-key.ts';

type HookDependencies = {
  stores: { tickets: UndeliveredTickets };
  secrets: SecretReader;
};

/** Creates the functions through which incoming mail changes outgoing mail. */
export const createDeliveryHooks = ({ stores, secrets }: HookDependencies) => ({
  /** Applies a report. One of the `addresses` that it was sent to may name the delivery. */
  async applyDeliveryReport(
    writes: WriteTransaction,
    { addresses, ...report }: Omit<DeliveryReport, 'deliveryN'> & { addresses: readonly string[] },
    now: number,
  ): Promise<{ ticketId: string } | null> {
    const key = await readTokenKey(secrets, writes);
    const named = addresses.map(address => readBounceToken(key, address)).find(n => n !== null);
    return applyDeliveryReport(writes, stores.tickets, { ...report, deliveryN: named ?? null }, now);
  },

  /** Acknowledges the first mail of a ticket, if its mailbox sends acknowledgements. */
  async enqueueAcknowledgement(
    writes: WriteTransaction,
    { ticketId, mailboxId, to }: { ticketId: string; mailboxId: string; to: Addressee },
    now: number,
  ): Promise<void> {
    const mailbox = await writes.selectFrom('mailboxes').selectAll().where('id', '=', mailboxId).executeTakeFirst();
    const ticket = await writes.selectFrom('tickets').selectAll().where('id', '=', ticketId).executeTakeFirst();
    if (mailbox && ticket) await enqueueAcknowledgement(writes, mailbox, ticket, to, now);
  },
});
