import type { Insertable, Selectable } from 'kysely';
import { directions, messageTypes, priorities, states } from '#contract/enums';
import type { MessageDraft } from '#contract/messages';
import type { TicketDraft } from '#contract/tickets';
import { encodeEnum } from '../database/column-encoding.ts';
import { toTicketText } from '../database/index-ticket.ts';
import type { MessageTable, TicketTable } from '../database/schema.ts';

/** A message with the fields that the API normally sets. Times are milliseconds since 1970. */
export type AuthoredMessage = MessageDraft & { author_name: string; author_id: string; created_at: number };

/** The agent who set a new ticket's priority and assignee. `at`: milliseconds since 1970. */
export type Triage = { agentId: string; at: number };

/**
 * A ticket and its messages, oldest first. Times are milliseconds since 1970; `closed_at` is 0 unless the ticket is
 * closed.
 */
export type ThreadDraft = {
  ticket: TicketDraft;
  created_at: number;
  closed_at: number;
  created_by: string;
  /** Missing if the ticket was created with its priority and assignee. */
  triage?: Triage | undefined;
  messages: readonly AuthoredMessage[];
};

/** The rows of a thread with all derived columns, but without ids and creation order. */
export type ThreadRows = {
  ticket: Omit<Selectable<TicketTable>, 'n' | 'id'>;
  messages: Omit<Insertable<MessageTable>, 'n' | 'id' | 'ticket_n'>[];
  tags: readonly string[];
  /** The text for the search index, folded and without the id. */
  text: string;
};

/** Computes the rows that the same changes through the API would have stored. */
export function toThreadRows(thread: ThreadDraft): ThreadRows {
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
      state: encodeEnum(states, ticket.state),
      priority: encodeEnum(priorities, ticket.priority),
      assignee_id: ticket.assignee_id,
      tags: JSON.stringify(ticket.tags),
      closed_at: thread.closed_at,
      messages_count: messages.length,
      last_message_at: lastMessageAt,
      awaiting_reply: isAwaitingReply(thread) ? 1 : 0,
      created_by: thread.created_by,
      mailbox_id: ticket.mailbox_id,
      undelivered: 0,
      follow_up_of: null,
    },
    messages: messages.map(toMessageRow),
    tags: ticket.tags,
    text: toTicketText(
      ticket,
      messages.map(message => message.body),
    ),
  };
}

const toMessageRow = (message: AuthoredMessage): ThreadRows['messages'][number] => ({
  version: 1,
  created_at: message.created_at,
  updated_at: message.created_at,
  body: message.body,
  type: encodeEnum(messageTypes, message.type),
  direction: encodeEnum(directions, message.direction),
  author_name: message.author_name,
  author_id: message.author_id,
  recipients: null,
  send_after: 0,
  delivery_id: null,
  answered_at: null,
});

/** An open ticket awaits a reply unless its last reply went out to the customer. */
const isAwaitingReply = ({ ticket, messages }: ThreadDraft): boolean =>
  ticket.state === 'open' && messages.findLast(message => message.type === 'reply')?.direction !== 'out';
