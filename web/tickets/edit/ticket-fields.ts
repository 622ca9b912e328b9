import type { TicketDraft } from '#contract';
import { listKeys } from '../../api-client/list-keys.ts';

export type FieldName = keyof TicketDraft;

export type TicketChange = Partial<TicketDraft>;

/** The writable fields of a ticket, in display order. A choice is picked, not typed. */
export const ticketFields = {
  subject: { label: 'Subject', kind: 'text' },
  customer_name: { label: 'Customer name', kind: 'text' },
  customer_email: { label: 'Customer email', kind: 'text' },
  state: { label: 'State', kind: 'choice' },
  priority: { label: 'Priority', kind: 'choice' },
  assignee_id: { label: 'Assignee', kind: 'choice' },
  tags: { label: 'Tags', kind: 'set' },
  mailbox_id: { label: 'Mailbox', kind: 'choice' },
  description: { label: 'Description', kind: 'text' },
} as const satisfies Readonly<Record<FieldName, { label: string; kind: 'text' | 'choice' | 'set' }>>;

const fieldNames = listKeys<TicketDraft>(ticketFields);

/** Returns the defined fields, in display order. */
export const listFields = (change: TicketChange): FieldName[] => fieldNames.filter(name => change[name] !== undefined);

export const pickTicketFields = (from: TicketChange, fields: readonly FieldName[]): TicketChange =>
  Object.fromEntries(fields.map(name => [name, from[name]]));
