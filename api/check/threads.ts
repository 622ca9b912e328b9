import { directions, messageTypes, states } from '#contract/enums';
import { encodeEnum } from '../database/column-encoding.ts';
import type { ThreadSummary } from '../database/thread-summary.ts';
import { type CheckFinding, createRowsCheck } from './check.ts';

type Message = {
  created_at: number;
  answered_at: number | null;
  n: number;
  type: number;
  direction: number;
  automatic: number;
};

/** Checks the columns of a ticket that are derived from its messages. */
export const threadCheck = createRowsCheck(
  {
    name: 'threads',
    rule: 'A ticket’s message count, last message time and “awaiting reply” match its messages.',
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
      .select(['ticket_n', 'n', 'created_at', 'answered_at', 'type', 'direction', 'automatic'])
      .where('ticket_n', '>', after)
      .where('ticket_n', '<=', last)
      .execute();
    const byTicket = Map.groupBy(messages, ({ ticket_n }) => ticket_n);
    return tickets.flatMap(ticket => {
      const { count, lastMessageAt, lastReplyIsFromCustomer } = summarize(byTicket.get(ticket.n) ?? []);
      const awaiting = ticket.state === encodeEnum(states, 'open') && lastReplyIsFromCustomer ? 1 : 0;
      return [
        ...compare(ticket, 'messages_count', count),
        ...compare(ticket, 'last_message_at', lastMessageAt),
        ...compare(ticket, 'awaiting_reply', awaiting),
      ];
    });
  },
);

/** Computes the summary of thread-summary.ts from loaded messages. */
const summarize = (messages: readonly Message[]): ThreadSummary => {
  const inOrder = messages
    .map(message => ({ ...message, answeredAt: message.answered_at ?? message.created_at }))
    .filter(({ answeredAt }) => answeredAt > 0)
    .sort((left, right) => left.answeredAt - right.answeredAt || left.n - right.n);
  const lastReply = inOrder.findLast(
    ({ type, automatic }) => type === encodeEnum(messageTypes, 'reply') && automatic === 0,
  );
  return {
    count: messages.length,
    lastMessageAt: inOrder.at(-1)?.answeredAt ?? 0,
    lastReplyIsFromCustomer: lastReply === undefined || lastReply.direction === encodeEnum(directions, 'in'),
  };
};

const compare = <Name extends string>(
  ticket: { id: string } & Record<Name, number>,
  column: Name,
  derived: number,
): CheckFinding[] => {
  if (ticket[column] === derived) return [];
  const sentence = `Ticket ${ticket.id}: ${column} is ${ticket[column]}, but the value computed from its messages is ${derived}.`;
  return [{ table: 'tickets', id: ticket.id, sentence }];
};
