import type { WriteTransaction } from '../database/database.ts';
import { isBounceAddress, readBounceToken } from '../mail/address-token.ts';
import { enqueueAcknowledgement } from './acknowledgements.ts';
import type { UndeliveredTickets } from './announce.ts';
import { applyDeliveryReport, type DeliveryReport, deleteRevealedLinks } from './delivery-reports.ts';
import type { Addressee } from './store.ts';
import { readTokenKey, type SecretReader } from './token-key.ts';

type EffectDependencies = {
  stores: { tickets: UndeliveredTickets };
  secrets: SecretReader;
};

/** Creates the functions through which incoming mail changes outgoing mail. */
export const createIncomingMailEffects = ({ stores, secrets }: EffectDependencies) => {
  /** Returns the creation number of the delivery in the first valid bounce address. Null if no address is valid. */
  const findBounced = async (writes: WriteTransaction, addresses: readonly string[]): Promise<number | null> => {
    const bounces = addresses.filter(isBounceAddress);
    if (bounces.length === 0) return null;
    const key = await readTokenKey(secrets, writes);
    return bounces.map(address => readBounceToken(key, address)).find(n => n !== null) ?? null;
  };

  return {
    /** Applies a delivery report. One of the `addresses` to which it was sent may identify the delivery. */
    async applyDeliveryReport(
      writes: WriteTransaction,
      { addresses, ...report }: Omit<DeliveryReport, 'deliveryN'> & { addresses: readonly string[] },
      now: number,
    ): Promise<{ ticketId: string } | null> {
      const deliveryN = await findBounced(writes, addresses);
      return applyDeliveryReport(writes, stores.tickets, { ...report, deliveryN }, now);
    },

    /**
     * Deletes the one-time links that a received mail exposes to all agents. They are in its text, or in account mails
     * that it answers or returns. A bounce address among `addresses` identifies the returned mail.
     */
    async deleteRevealedLinks(
      writes: WriteTransaction,
      { addresses, messageIds, text }: { addresses: readonly string[]; messageIds: readonly string[]; text: string },
    ): Promise<void> {
      await deleteRevealedLinks(writes, { deliveryN: await findBounced(writes, addresses), messageIds, text });
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
  };
};
