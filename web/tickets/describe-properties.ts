import type { Ticket } from '#contract';
import { formatExactTime } from '../ui/format-time.ts';
import type { FieldName } from './edit/ticket-fields.ts';
import { priorityLooks, stateLooks } from './looks.ts';

/** The listed properties. The email is shown beside the name. */
type Property =
  | Exclude<FieldName, 'customer_email' | 'subject' | 'description' | 'mailbox_id'>
  | 'created_at'
  | 'closed_at';

/** Describes a ticket's non-empty properties, for printing and for Markdown. */
export function describeProperties(
  ticket: Ticket,
  getName: (personId: string) => string,
): readonly (readonly [label: string, value: string])[] {
  const { customer_name: name, customer_email: email, assignee_id: assignee, tags } = ticket;
  const properties: Record<Property, readonly [label: string, value: string | null]> = {
    customer_name: ['Customer', [name, email].filter(Boolean).join(', ') || null],
    state: ['State', stateLooks[ticket.state].label],
    priority: ['Priority', priorityLooks[ticket.priority].label],
    assignee_id: ['Assignee', assignee === null ? 'Unassigned' : getName(assignee)],
    tags: ['Tags', tags.join(', ') || null],
    created_at: ['Created', formatExactTime(Date.parse(ticket.created_at))],
    closed_at: ['Closed', ticket.closed_at && formatExactTime(Date.parse(ticket.closed_at))],
  };
  return Object.values(properties).filter((each): each is readonly [string, string] => each[1] !== null);
}
