import { states } from '#contract/enums';
import type { EventType } from '#contract/resources';
import { type Actor, appendEvents, type Changes, diffFields } from '../database/change-log.ts';
import { decodeEnum } from '../database/column-encoding.ts';
import type { CounterChange } from '../database/counters.ts';
import type { Queries, WriteTransaction } from '../database/database.ts';
import type { Thread } from '../database/thread-summary.ts';
import type { MessageRow } from './representation.ts';

/** The columns of a ticket that its messages need. */
export type ParentTicket = {
  n: number;
  id: string;
  version: number;
  updated_at: number;
  state: number;
  customer_name: string | null;
  customer_email: string | null;
  subject: string;
  mailbox_id: string | null;
};

/** The part of the ticket store that messages use. */
export type ParentTicketStore<Ticket extends ParentTicket> = {
  find(queries: Queries, id: string): Promise<Ticket | null>;
  updateThread(
    writes: WriteTransaction,
    ticket: Ticket,
    thread: Thread,
    options: { now: number; reopen: boolean },
  ): Promise<{ ticket: ParentTicket; counters: CounterChange[] }>;
};

/**
 * A change to a message, and the thread after it. `reopen` opens its ticket if it is not open; `keepsTime` leaves the
 * time of the ticket's last change as it is. `counters` are incremented before the counters of the ticket.
 */
type ThreadChange = {
  type: EventType;
  thread: Thread;
  changes?: Changes;
  reopen?: boolean;
  keepsTime?: boolean;
  counters?: readonly CounterChange[];
};

/** Updates the ticket of a changed message. Logs the change last, because the log locks a counter until the commit. */
export const recordThreadChange = async <Ticket extends ParentTicket>(
  tickets: ParentTicketStore<Ticket>,
  writes: WriteTransaction,
  ticket: Ticket,
  { id, version }: MessageRow,
  actor: Actor,
  { reopen = false, keepsTime = false, thread, counters = [], ...change }: ThreadChange,
): Promise<void> => {
  const { ticket: after, counters: ticketCounters } = await tickets.updateThread(writes, ticket, thread, {
    now: keepsTime ? ticket.updated_at : actor.now,
    reopen,
  });
  const event = { ...change, id, version };
  const events = after.state === ticket.state ? [event] : [event, reopenedEvent(ticket, after)];
  await appendEvents(
    writes,
    events.map(each => ({ ...actor, ...each, ticketId: ticket.id })),
    [...counters, ...ticketCounters, ['messages.changes', 1]],
  );
};

const reopenedEvent = (before: ParentTicket, { id, version, state }: ParentTicket) => {
  const changes = diffFields({ state: decodeEnum(states, before.state) }, { state: decodeEnum(states, state) });
  return { type: 'ticket.reopened' as const, id, version, changes };
};
