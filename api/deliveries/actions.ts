import type { Actor } from '../database/change-log.ts';
import type { WriteTransaction } from '../database/database.ts';
import { allowOutboundAttempt } from '../database/mailbox-states.ts';
import { deleteMailedLink } from '../database/one-time-links.ts';
import { releaseDelivery, type ThreadTicket, type TicketThreads } from './release.ts';
import type { DeliveryRow } from './representation.ts';
import { bounced, cancelled, failed, held, queued, recipientState, sending } from './states.ts';
import { enqueueSending, updateDelivery, updateRecipients } from './store.ts';

/**
 * Makes a mail due now, even while its mailbox is paused. A failed or bounced mail goes only to the recipients that it
 * did not reach.
 * @returns false if it was sent, captured or cancelled
 */
export const attemptDelivery = async <Ticket extends ThreadTicket>(
  writes: WriteTransaction,
  tickets: TicketThreads<Ticket>,
  row: DeliveryRow,
  actor: Actor,
): Promise<boolean> => {
  const { now } = actor;
  if (row.state === sending) return true;
  if (row.state === held) await releaseDelivery(writes, tickets, row, actor);
  else if (row.state === queued) await updateDelivery(writes, row, { next_attempt_at: 0 }, now);
  else if (row.state === failed || row.state === bounced) await queueAgain(writes, row, now);
  else return false;
  await allowOutboundAttempt(writes, row.mailbox_id);
  await enqueueSending(writes, row);
  return true;
};

const queueAgain = async (writes: WriteTransaction, row: DeliveryRow, now: number): Promise<void> => {
  const unreached = row.recipients.filter(
    ({ state }) => state === recipientState.failed || state === recipientState.bounced,
  );
  await updateRecipients(writes, unreached, { state: recipientState.waiting, response: null });
  const fresh = { state: queued, reason: null, attempts: 0, next_attempt_at: 0, announced: 0 };
  await updateDelivery(writes, row, fresh, now);
};

/** Cancels a waiting or failed mail, and deletes its link. @returns false if it was sent or captured, or is being sent */
export const cancelDelivery = async (writes: WriteTransaction, row: DeliveryRow, now: number): Promise<boolean> => {
  if (row.state === cancelled) return true;
  if (![held, queued, failed].includes(row.state)) return false;
  await deleteMailedLink(writes, row.id);
  await updateDelivery(writes, row, { state: cancelled, reason: null, next_attempt_at: 0 }, now);
  return true;
};
