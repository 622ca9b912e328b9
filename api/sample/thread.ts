import type { MessageDraft } from '#contract/messages';
import type { TicketDraft } from '#contract/tickets';
import { directions, messageTypes, priorities, states } from '#contract/vocabulary';
import type { MessageRow, TicketRow } from '../database/schema.ts';
import { rankOf } from '../database/values.ts';
import { searchText } from '../database/words.ts';

/** A message with what the API otherwise sets by itself. Times are milliseconds since 1970. */
export type ThreadMessage = MessageDraft & { author_name: string; author_id: string; created_at: number };

/** Who gave a ticket its priority and its assignee after it had come in, and when (milliseconds since 1970). */
export type Triage = { by: string; at: number };

/** A ticket and its whole thread, oldest message first. `closed_at` is 0 unless the ticket is closed. */
export type Thread = {
  ticket: TicketDraft;
  created_at: number;
  closed_at: number;
  created_by: string;
  /** Left out where it has had its priority and its assignee from the beginning. */
  triage?: Triage | undefined;
  messages: readonly ThreadMessage[];
};

/** A thread as rows, all derived columns filled in; ids and creation order come from the store. */
export type ThreadRows = {
  ticket: Omit<TicketRow, 'n' | 'id'>;
  messages: Omit<MessageRow, 'n' | 'id' | 'ticket_n'>[];
  tags: readonly string[];
  /** Folded, as the search index wants it. */
  text: string;
};

/** The rows that creating this ticket, its triage, adding its messages one by one and closing it would have left. */
export function rowsOf(thread: Thread): ThreadRows {
  const { ticket, triage, messages } = thread;
  const lastMessageAt = messages.at(-1)?.created_at ?? 0;
  return {
    ticket: {
      version: 1 + (triage ? 1 : 0) + messages.length + (ticket.state === 'open' ? 0 : 1),
      created_at: thread.created_at,
      updated_at: Math.max(thread.created_at, triage?.at ?? 0, lastMessageAt, thread.closed_at),
      subject: ticket.subject,
      description: ticket.description,
      customer_name: ticket.customer_name,
      customer_email: ticket.customer_email,
      state: rankOf(states, ticket.state),
      priority: rankOf(priorities, ticket.priority),
      assignee_id: ticket.assignee_id,
      tags: JSON.stringify(ticket.tags),
      closed_at: thread.closed_at,
      messages_count: messages.length,
      last_message_at: lastMessageAt,
      awaiting_reply: isAwaitingReply(thread) ? 1 : 0,
      created_by: thread.created_by,
    },
    messages: messages.map(messageRow),
    tags: ticket.tags,
    text: searchText([
      ticket.subject,
      ticket.description,
      ticket.customer_name,
      ...messages.map(message => message.body),
    ]),
  };
}

const messageRow = (message: ThreadMessage): Omit<MessageRow, 'n' | 'id' | 'ticket_n'> => ({
  version: 1,
  created_at: message.created_at,
  updated_at: message.created_at,
  body: message.body,
  type: rankOf(messageTypes, message.type),
  direction: rankOf(directions, message.direction),
  author_name: message.author_name,
  author_id: message.author_id,
});

/** Open, and the last reply is the customer's or there is none yet. */
const isAwaitingReply = ({ ticket, messages }: Thread): boolean =>
  ticket.state === 'open' && messages.findLast(message => message.type === 'reply')?.direction !== 'out';
