import { directions, messageTypes, states } from '#contract/enums';
import { type Actor, appendEvents, diffFields } from '../database/change-log.ts';
import { encodeEnum } from '../database/column-encoding.ts';
import type { CounterChange } from '../database/counters.ts';
import type { Queries, WriteTransaction } from '../database/database.ts';
import { readThread, type Thread } from '../database/thread-summary.ts';
import type { DeliveryColumns } from './representation.ts';
import { queued } from './states.ts';
import { updateDelivery } from './store.ts';

/** The functions of the ticket store that a release calls. */
export type TicketThreads<Ticket> = {
  find(queries: Queries, id: string): Promise<Ticket | null>;
  updateThread(
    writes: WriteTransaction,
    ticket: Ticket,
    thread: Thread,
    options: { now: number; reopen: boolean },
  ): Promise<{ ticket: ThreadTicket; counters: CounterChange[] }>;
};

/** The columns of a ticket that a release needs. */
export type ThreadTicket = { n: number; id: string; version: number; awaiting_reply: number };

/** Returns why a scheduled reply that is due must wait for a person. Null if it may be sent. */
export const findHoldReason = async (
  queries: Queries,
  { ticket_n, message_n }: DeliveryColumns,
): Promise<'ticket_closed' | 'customer_replied' | null> => {
  const ticket = await queries.selectFrom('tickets').select('state').where('n', '=', ticket_n).executeTakeFirst();
  if (ticket?.state === encodeEnum(states, 'closed')) return 'ticket_closed';
  const answer = await queries
    .selectFrom('messages')
    .select('n')
    .where('ticket_n', '=', ticket_n)
    .where('n', '>', message_n ?? 0)
    .where('type', '=', encodeEnum(messageTypes, 'reply'))
    .where('direction', '=', encodeEnum(directions, 'in'))
    .where('automatic', '=', 0)
    .executeTakeFirst();
  return answer === undefined ? null : 'customer_replied';
};

/** Queues a held delivery. Its message then counts as an answer. */
export const releaseDelivery = async <Ticket extends ThreadTicket>(
  writes: WriteTransaction,
  tickets: TicketThreads<Ticket>,
  row: DeliveryColumns,
  actor: Actor,
): Promise<void> => {
  const { now } = actor;
  await updateDelivery(writes, row, { state: queued, reason: null, send_after: 0 }, now);
  if (row.message_n === null || row.ticket_id === null) return;
  const { numUpdatedRows } = await writes
    .updateTable('messages')
    .set({ answered_at: now })
    .where('n', '=', row.message_n)
    .where('answered_at', '=', 0)
    .executeTakeFirstOrThrow();
  const ticket = numUpdatedRows === 0n ? null : await tickets.find(writes, row.ticket_id);
  if (ticket === null) return;
  const thread = await readThread(writes, ticket.n);
  const { ticket: after, counters } = await tickets.updateThread(writes, ticket, thread, { now, reopen: false });
  const changes = diffFields(toFlags(ticket), toFlags(after));
  const event = { ...actor, type: 'ticket.updated', id: after.id, ticketId: after.id, version: after.version } as const;
  await appendEvents(writes, [{ ...event, changes }], counters);
};

const toFlags = ({ awaiting_reply }: ThreadTicket) => ({ awaiting_reply: awaiting_reply === 1 });
