import type { Ticket } from '#contract';
import { type DraftKey, getDraft, persistDraft, useDrafts } from '../../storage/drafts.ts';
import { isRecord } from '../../storage/is-record.ts';

/** An unsaved subject, and the ticket on which it is based. */
export type SubjectDraft = { text: string; seen: Pick<Ticket, 'id' | 'version' | 'subject'> };

/** An unsaved customer, and the ticket on which it is based. */
export type CustomerDraft = { name: string; email: string; seen: SeenCustomer };

type SeenCustomer = Pick<Ticket, 'id' | 'version' | 'customer_name' | 'customer_email'>;

export const getSubjectDraftPath = (ticketId: string): string => `tickets/${ticketId}/subject`;
export const getCustomerDraftPath = (ticketId: string): string => `tickets/${ticketId}/customer`;

/** Stores a subject draft, or removes it if nothing has changed. */
export const storeSubjectDraft = (draftKey: DraftKey, draft: SubjectDraft | null): void =>
  persistDraft(draftKey, draft === null || draft.text === draft.seen.subject ? null : draft);

/** Creates a draft of a ticket's customer, without changes. */
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

/** Removes the draft of a saved customer, unless the draft has been edited since. */
export function removeSavedCustomerDraft(draftKey: DraftKey, saved: CustomerDraft): void {
  const draft = getDraft(draftKey, parseCustomerDraft);
  if (draft?.name === saved.name && draft.email === saved.email) persistDraft(draftKey, null);
}

/** Parses a stored draft; null if it is malformed. */
export function parseSubjectDraft(stored: unknown): SubjectDraft | null {
  if (!isRecord(stored)) return null;
  const { text, seen } = stored;
  return typeof text === 'string' && isSeen(seen, ['subject']) ? { text, seen } : null;
}

/** Parses a stored draft; null if it is malformed. */
export function parseCustomerDraft(stored: unknown): CustomerDraft | null {
  if (!isRecord(stored)) return null;
  const { name, email, seen } = stored;
  const isValid = typeof name === 'string' && typeof email === 'string';
  return isValid && isSeen(seen, ['customer_name', 'customer_email']) ? { name, email, seen } : null;
}

const isSeen = <Field extends keyof Ticket>(
  value: unknown,
  fields: readonly Field[],
): value is Pick<Ticket, 'id' | 'version' | Field> =>
  isRecord(value) &&
  typeof value['id'] === 'string' &&
  typeof value['version'] === 'number' &&
  fields.every(name => value[name] === null || typeof value[name] === 'string');

export type UnsavedField = { ticketId: string; field: 'subject' | 'customer'; text: string; draftKey: DraftKey };

/** Returns the unsaved subjects and customers of a person, on all tickets. */
export const useUnsavedFields = (personId: string): UnsavedField[] =>
  useDrafts(personId, 'tickets/', parseField).map(([path, draft]) => toUnsavedField({ personId, path }, draft));

const parseField = (stored: unknown): SubjectDraft | CustomerDraft | null =>
  parseSubjectDraft(stored) ?? parseCustomerDraft(stored);

function toUnsavedField(draftKey: DraftKey, draft: SubjectDraft | CustomerDraft): UnsavedField {
  const { id: ticketId } = draft.seen;
  if ('text' in draft) return { ticketId, field: 'subject', text: draft.text, draftKey };
  return { ticketId, field: 'customer', text: [draft.name, draft.email].filter(Boolean).join(' · '), draftKey };
}
