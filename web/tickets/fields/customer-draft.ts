import type { Ticket } from '#contract';
import { isRecord } from '../../kept/is-record.ts';

/** The customer as somebody began to write it, and as it was then. */
export type CustomerDraft = { name: string; email: string; seen: SeenCustomer };

/** The part of a ticket that says who asks, at a version. */
type SeenCustomer = Pick<Ticket, 'id' | 'version' | 'customer_name' | 'customer_email'>;

/** Under which name the customer of a ticket is kept while it is not saved. */
export const customerThing = (ticketId: string): string => `tickets/${ticketId}/customer`;

const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string';

const isSeen = (value: unknown): value is SeenCustomer =>
  isRecord(value) &&
  typeof value['id'] === 'string' &&
  typeof value['version'] === 'number' &&
  isTextOrNull(value['customer_name']) &&
  isTextOrNull(value['customer_email']);

/** Makes sense of what was stored; null where it makes none. */
export function readCustomerDraft(stored: unknown): CustomerDraft | null {
  if (!isRecord(stored)) return null;
  const { name, email, seen } = stored;
  return typeof name === 'string' && typeof email === 'string' && isSeen(seen) ? { name, email, seen } : null;
}
