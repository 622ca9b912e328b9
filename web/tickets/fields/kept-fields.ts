import { type DraftPlace, useDrafts } from '../../kept/drafts.ts';
import { type CustomerDraft, keepCustomer, readCustomerDraft } from './customer-draft.ts';
import { keepSubject, readSubjectDraft, type SubjectDraft } from './subject-draft.ts';

/** A subject or a customer that was changed and not saved, in words, and the ways to throw it away and have it back. */
export type KeptField = {
  ticketId: string;
  field: 'subject' | 'customer';
  text: string;
  forget: () => void;
  restore: () => void;
};

/** All subjects and customers that a person has changed and not saved. */
export const useKeptFields = (personId: string): KeptField[] =>
  useDrafts(personId, 'tickets/', readField).map(([thing, draft]) => describe({ personId, thing }, draft));

const readField = (stored: unknown): SubjectDraft | CustomerDraft | null =>
  readSubjectDraft(stored) ?? readCustomerDraft(stored);

function describe(place: DraftPlace, draft: SubjectDraft | CustomerDraft): KeptField {
  const { id: ticketId } = draft.seen;
  if ('text' in draft) {
    const forget = (): void => keepSubject(place, null);
    return { ticketId, field: 'subject', text: draft.text, forget, restore: () => keepSubject(place, draft) };
  }
  const text = [draft.name, draft.email].filter(Boolean).join(' · ');
  const forget = (): void => keepCustomer(place, null);
  return { ticketId, field: 'customer', text, forget, restore: () => keepCustomer(place, draft) };
}
