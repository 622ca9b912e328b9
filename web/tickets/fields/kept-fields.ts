import { type DraftPlace, useDrafts } from '../../kept/drafts.ts';
import { type CustomerDraft, readCustomerDraft } from './customer-draft.ts';
import { readSubjectDraft, type SubjectDraft } from './subject-draft.ts';

/** A subject or a customer that was changed and not saved, in words, and where it is kept. */
export type KeptField = { ticketId: string; field: 'subject' | 'customer'; text: string; place: DraftPlace };

/** All subjects and customers that a person has changed and not saved. */
export const useKeptFields = (personId: string): KeptField[] =>
  useDrafts(personId, 'tickets/', readField).map(([thing, draft]) => describe({ personId, thing }, draft));

const readField = (stored: unknown): SubjectDraft | CustomerDraft | null =>
  readSubjectDraft(stored) ?? readCustomerDraft(stored);

function describe(place: DraftPlace, draft: SubjectDraft | CustomerDraft): KeptField {
  const { id: ticketId } = draft.seen;
  if ('text' in draft) return { ticketId, field: 'subject', text: draft.text, place };
  return { ticketId, field: 'customer', text: [draft.name, draft.email].filter(Boolean).join(' · '), place };
}
