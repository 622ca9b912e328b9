import type { Ticket } from '#contract';
import { priorities, states } from '#contract/enums';

/** A ticket row: times in milliseconds, 0 if absent; states and priorities as positions in the vocabulary. */
export type BaselineTicketRow = Pick<
  Ticket,
  'id' | 'subject' | 'description' | 'customer_name' | 'customer_email' | 'assignee_id' | 'created_by' | 'version'
> & { messages_count: number; state: number; priority: number; tags: string; awaiting_reply: number } & Record<
    'created_at' | 'updated_at' | 'closed_at' | 'last_message_at',
    number
  >;

/** Converts a row to the API's representation of a ticket, with members in the same order. */
export function serializeTicket(row: BaselineTicketRow, publicUrl: string): Ticket {
  return {
    id: row.id,
    url: `${publicUrl}/v1/tickets/${row.id}`,
    subject: row.subject,
    description: row.description,
    customer_name: row.customer_name,
    customer_email: row.customer_email,
    state: states[row.state] ?? 'open',
    priority: priorities[row.priority] ?? 'normal',
    assignee_id: row.assignee_id,
    tags: JSON.parse(row.tags),
    closed_at: timeOrNull(row.closed_at),
    messages_count: row.messages_count,
    last_message_at: timeOrNull(row.last_message_at),
    awaiting_reply: row.awaiting_reply === 1,
    created_by: row.created_by,
    version: row.version,
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
  };
}

const time = (milliseconds: number): string => new Date(milliseconds).toISOString();

const timeOrNull = (milliseconds: number): string | null => (milliseconds === 0 ? null : time(milliseconds));
