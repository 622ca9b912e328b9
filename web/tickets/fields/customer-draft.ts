import type { Ticket } from '#contract';
import { type DraftKey, getDraft, persistDraft } from '../../storage/drafts.ts';
import { isRecord } from '../../storage/is-record.ts';

/** An unsaved customer, and the ticket on which it is based. */
export type CustomerDraft = { name: string; email: string; seen: SeenCustomer };

type SeenCustomer = Pick<Ticket, 'id' | 'version' | 'customer_name' | 'customer_email'>;

export const getCustomerDraftName = (ticketId: string): string => `tickets/${ticketId}/customer`;

export const toCustomerDraft = ({ id, version, customer_name, customer_email }: SeenCustomer): CustomerDraft => ({
  name: customer_name ?? '',
  email: customer_email ?? '',
  seen: { id, version, customer_name, customer_email },
});

/** Stores a customer draft, or removes it if nothing has changed. */
export function storeCustomerDraft(draftKey: DraftKey, draft: CustomerDraft | null): void {
  const start = draft && toCustomerDraft(draft.seen);
  persistDraft(draftKey, draft?.name === start?.name && draft?.email === start?.email ? null : draft);
}

/** Removes the draft of a customer that was saved, unless it has been edited since. */
export function removeSavedCustomerDraft(draftKey: DraftKey, saved: CustomerDraft): void {
  const draft = getDraft(draftKey, readCustomerDraft);
  if (draft?.name === saved.name && draft.email === saved.email) persistDraft(draftKey, null);
}

const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string';

const isSeen = (value: unknown): value is SeenCustomer =>
  isRecord(value) &&
  typeof value['id'] === 'string' &&
  typeof value['version'] === 'number' &&
  isTextOrNull(value['customer_name']) &&
  isTextOrNull(value['customer_email']);

export function readCustomerDraft(stored: unknown): CustomerDraft | null {
  if (!isRecord(stored)) return null;
  const { name, email, seen } = stored;
  return typeof name === 'string' && typeof email === 'string' && isSeen(seen) ? { name, email, seen } : null;
}
