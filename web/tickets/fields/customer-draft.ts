import type { Ticket } from '#contract';
import { type DraftPlace, keepDraft, readDraft } from '../../kept/drafts.ts';
import { isRecord } from '../../kept/is-record.ts';

/** The customer as somebody began to write it, and as it was then. */
export type CustomerDraft = { name: string; email: string; seen: SeenCustomer };

/** The part of a ticket that says who asks, at a version. */
type SeenCustomer = Pick<Ticket, 'id' | 'version' | 'customer_name' | 'customer_email'>;

/** Under which name the customer of a ticket is kept while it is not saved. */
export const customerThing = (ticketId: string): string => `tickets/${ticketId}/customer`;

/** The form as it opens on a ticket: nothing is changed yet. */
export const startFrom = ({ id, version, customer_name, customer_email }: SeenCustomer): CustomerDraft => ({
  name: customer_name ?? '',
  email: customer_email ?? '',
  seen: { id, version, customer_name, customer_email },
});

/** Keeps a customer; one who is as the ticket's was then is forgotten. */
export function keepCustomer(place: DraftPlace, draft: CustomerDraft | null): void {
  const start = draft && startFrom(draft.seen);
  keepDraft(place, draft?.name === start?.name && draft?.email === start?.email ? null : draft);
}

/** Removes the draft of a customer that was saved, unless it has been edited since. */
export function removeSavedCustomer(place: DraftPlace, saved: CustomerDraft): void {
  const draft = readDraft(place, readCustomerDraft);
  if (draft?.name === saved.name && draft.email === saved.email) keepDraft(place, null);
}

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
