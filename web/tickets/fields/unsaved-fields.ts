import { type DraftKey, useDrafts } from '../../storage/drafts.ts';
import { type CustomerDraft, readCustomerDraft } from './customer-draft.ts';
import { readSubjectDraft, type SubjectDraft } from './subject-draft.ts';

export type UnsavedField = { ticketId: string; field: 'subject' | 'customer'; text: string; draftKey: DraftKey };

export const useUnsavedFields = (personId: string): UnsavedField[] =>
  useDrafts(personId, 'tickets/', readField).map(([path, draft]) => describe({ personId, path }, draft));

const readField = (stored: unknown): SubjectDraft | CustomerDraft | null =>
  readSubjectDraft(stored) ?? readCustomerDraft(stored);

function describe(draftKey: DraftKey, draft: SubjectDraft | CustomerDraft): UnsavedField {
  const { id: ticketId } = draft.seen;
  if ('text' in draft) return { ticketId, field: 'subject', text: draft.text, draftKey };
  return { ticketId, field: 'customer', text: [draft.name, draft.email].filter(Boolean).join(' · '), draftKey };
}
