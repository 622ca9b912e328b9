import { deliveryKinds } from '#contract/enums';
import { type Actor, appendEvents } from '../database/change-log.ts';
import { encodeEnum } from '../database/column-encoding.ts';
import type { Queries, WriteTransaction } from '../database/database.ts';
import type { DeliveryRow } from './representation.ts';
import { bounced, captured, failed, recipientState, sent } from './states.ts';
import { findDelivery, findDeskActor, lockTicketOf } from './store.ts';

const reply = encodeEnum(deliveryKinds, 'reply');

/** The part of the ticket store that marks tickets as undelivered. */
export type UndeliveredTickets = {
  /** Sets `undelivered` and opens the ticket, or clears `undelivered`. Does nothing if nothing changes. */
  setUndelivered(writes: WriteTransaction, ticketId: string, undelivered: boolean, actor: Actor): Promise<void>;
};

/**
 * Appends an event when the mail of a message was sent or failed. Opens the ticket of a reply that did not reach a
 * recipient, and clears `undelivered` once replies have reached all recipients. Announces each outcome once.
 */
export const announceDelivery = async (
  writes: WriteTransaction,
  tickets: UndeliveredTickets,
  { id }: Pick<DeliveryRow, 'id'>,
  now: number,
): Promise<void> => {
  await lockTicketOf(writes, id);
  const row = await findDelivery(writes, id);
  if (row === null || row.announced === 1 || !hasOutcome(row.state)) return;
  await writes.updateTable('deliveries').set({ announced: 1 }).where('n', '=', row.n).execute();
  const message = await writes
    .selectFrom('messages')
    .select(['id', 'version'])
    .where('n', '=', row.message_n)
    .executeTakeFirst();
  if (message === undefined || row.ticket_id === null) return;
  const actor = await findDeskActor(writes, row, now);
  const hasFailed = row.state === failed || row.state === bounced;
  const isReply = row.kind === reply;
  if (isReply && hasFailed) await tickets.setUndelivered(writes, row.ticket_id, true, actor);
  else if (isReply && !(await hasUnreached(writes, row)))
    await tickets.setUndelivered(writes, row.ticket_id, false, actor);
  const type = hasFailed ? 'message.failed' : 'message.sent';
  await appendEvents(writes, [{ ...actor, type, id: message.id, ticketId: row.ticket_id, version: message.version }]);
};

const hasOutcome = (state: number): boolean => [sent, captured, failed, bounced].includes(state);

/** Returns whether the latest reply to some recipient of the ticket failed or bounced. */
const hasUnreached = async (queries: Queries, { ticket_n }: DeliveryRow): Promise<boolean> => {
  const rows = await queries
    .selectFrom('delivery_recipients')
    .innerJoin('deliveries', 'deliveries.n', 'delivery_recipients.delivery_n')
    .select(['email_key', 'delivery_recipients.state'])
    .where('ticket_n', '=', ticket_n)
    .where('deliveries.kind', '=', reply)
    .orderBy('deliveries.n')
    .execute();
  const last = new Map<string, number>();
  for (const { email_key, state } of rows) if (state !== recipientState.waiting) last.set(email_key, state);
  return [...last.values()].some(state => state === recipientState.failed || state === recipientState.bounced);
};
