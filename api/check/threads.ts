import { directions, messageTypes, states } from '#contract/vocabulary';
import type { Thread } from '../database/thread.ts';
import { rankOf } from '../database/values.ts';
import { type Finding, rowsCheck } from './check.ts';

type Message = { created_at: number; n: number; type: number; direction: number };

/** What a ticket says of its messages is what they are. */
export const threads = rowsCheck(
  {
    name: 'threads',
    holds: 'A ticket’s count of messages, last message and “awaiting reply” are those of its thread.',
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
      const { count, lastMessageAt, lastReplyIsTheirs } = sumUp(byTicket.get(ticket.n) ?? []);
      const awaiting = ticket.state === rankOf(states, 'open') && lastReplyIsTheirs ? 1 : 0;
      return [
        ...differs(ticket, 'messages_count', count),
        ...differs(ticket, 'last_message_at', lastMessageAt),
        ...differs(ticket, 'awaiting_reply', awaiting),
      ];
    });
  },
);

/** As thread.ts has it, from messages at hand. */
const sumUp = (messages: readonly Message[]): Thread => {
  const inOrder = messages.toSorted((one, other) => one.created_at - other.created_at || one.n - other.n);
  const lastReply = inOrder.findLast(({ type }) => type === rankOf(messageTypes, 'reply'));
  return {
    count: messages.length,
    lastMessageAt: inOrder.at(-1)?.created_at ?? 0,
    lastReplyIsTheirs: lastReply === undefined || lastReply.direction === rankOf(directions, 'in'),
  };
};

const differs = <Name extends string>(
  ticket: { id: string } & Record<Name, number>,
  column: Name,
  derived: number,
): Finding[] => {
  if (ticket[column] === derived) return [];
  const sentence = `Ticket ${ticket.id}: ${column} is ${ticket[column]}, its messages make it ${derived}.`;
  return [{ table: 'tickets', id: ticket.id, sentence }];
};
