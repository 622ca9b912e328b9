import { directions, messageTypes, states } from '#contract/vocabulary';
import type { Thread } from '../database/thread.ts';
import { rankOf } from '../database/values.ts';
import { type Finding, rowsCheck } from './check.ts';

type Message = { created_at: number; n: number; type: number; direction: number };

/** Checks the ticket columns that are derived from its messages. */
export const threads = rowsCheck(
  {
    name: 'threads',
    holds: 'A ticket’s message count, last message time and “awaiting reply” match its messages.',
  },
  'tickets',
  async (queries, { after, last }) => {
    const tickets = await queries
      .selectFrom('tickets')
      .select(['n', 'id', 'state', 'messages_count', 'last_message_at', 'awaiting_reply'])
      .where('n', '>', after)
      .where('n', '<=', last)
      .execute();
    const messages = await queries
      .selectFrom('messages')
      .select(['ticket_n', 'n', 'created_at', 'type', 'direction'])
      .where('ticket_n', '>', after)
      .where('ticket_n', '<=', last)
      .execute();
    const byTicket = Map.groupBy(messages, ({ ticket_n }) => ticket_n);
    return tickets.flatMap(ticket => {
      const { count, lastMessageAt, lastReplyIsTheirs } = summarize(byTicket.get(ticket.n) ?? []);
      const awaiting = ticket.state === rankOf(states, 'open') && lastReplyIsTheirs ? 1 : 0;
      return [
        ...compare(ticket, 'messages_count', count),
        ...compare(ticket, 'last_message_at', lastMessageAt),
        ...compare(ticket, 'awaiting_reply', awaiting),
      ];
    });
  },
);

/** Computes the summary of thread-summary.ts from loaded messages. */
const summarize = (messages: readonly Message[]): Thread => {
  const inOrder = messages.toSorted((one, other) => one.created_at - other.created_at || one.n - other.n);
  const lastReply = inOrder.findLast(({ type }) => type === rankOf(messageTypes, 'reply'));
  return {
    count: messages.length,
    lastMessageAt: inOrder.at(-1)?.created_at ?? 0,
    lastReplyIsTheirs: lastReply === undefined || lastReply.direction === rankOf(directions, 'in'),
  };
};

const compare = <Name extends string>(
  ticket: { id: string } & Record<Name, number>,
  column: Name,
  derived: number,
): Finding[] => {
  if (ticket[column] === derived) return [];
  const sentence = `Ticket ${ticket.id}: ${column} is ${ticket[column]}, but its messages give ${derived}.`;
  return [{ table: 'tickets', id: ticket.id, sentence }];
};
