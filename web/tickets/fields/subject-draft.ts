import type { Ticket } from '#contract';
import { type DraftPlace, keepDraft } from '../../kept/drafts.ts';
import { isRecord } from '../../kept/is-record.ts';

/** A subject as somebody began to write it, and the ticket as it was then. */
export type SubjectDraft = { text: string; seen: Pick<Ticket, 'id' | 'version' | 'subject'> };

/** Under which name the subject of a ticket is kept while it is not saved. */
export const subjectThing = (ticketId: string): string => `tickets/${ticketId}/subject`;

const isSeen = (value: unknown): value is SubjectDraft['seen'] =>
  isRecord(value) &&
  typeof value['id'] === 'string' &&
  typeof value['version'] === 'number' &&
  typeof value['subject'] === 'string';

/** Keeps a subject; one that says what the ticket's said then is forgotten. */
export const keepSubject = (place: DraftPlace, draft: SubjectDraft | null): void =>
  keepDraft(place, draft === null || draft.text === draft.seen.subject ? null : draft);

/** Makes sense of what was stored; null where it makes none. */
export function readSubjectDraft(stored: unknown): SubjectDraft | null {
  if (!isRecord(stored)) return null;
  const { text, seen } = stored;
  return typeof text === 'string' && isSeen(seen) ? { text, seen } : null;
}
