import { type DraftKey, useDrafts } from '../../storage/drafts.ts';
import { type CustomerDraft, readCustomerDraft } from './customer-draft.ts';
import { readSubjectDraft, type SubjectDraft } from './subject-draft.ts';

/** An unsaved subject or customer, its text and its storage location. */
export type UnsavedField = { ticketId: string; field: 'subject' | 'customer'; text: string; draftKey: DraftKey };

/** Returns all unsaved subjects and customers of a person. */
export const useUnsavedFields = (personId: string): UnsavedField[] =>
  useDrafts(personId, 'tickets/', readField).map(([path, draft]) => describe({ personId, path }, draft));

const readField = (stored: unknown): SubjectDraft | CustomerDraft | null =>
  readSubjectDraft(stored) ?? readCustomerDraft(stored);

function describe(draftKey: DraftKey, draft: SubjectDraft | CustomerDraft): UnsavedField {
  const { id: ticketId } = draft.seen;
  if ('text' in draft) return { ticketId, field: 'subject', text: draft.text, draftKey };
  return { ticketId, field: 'customer', text: [draft.name, draft.email].filter(Boolean).join(' · '), draftKey };
}
