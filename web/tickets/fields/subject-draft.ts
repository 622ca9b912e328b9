import type { Ticket } from '#contract';
import { type DraftKey, persistDraft } from '../../storage/drafts.ts';
import { isRecord } from '../../storage/is-record.ts';

/** An unsaved subject, and the ticket on which it is based. */
export type SubjectDraft = { text: string; seen: Pick<Ticket, 'id' | 'version' | 'subject'> };

export const getSubjectDraftName = (ticketId: string): string => `tickets/${ticketId}/subject`;

const isSeen = (value: unknown): value is SubjectDraft['seen'] =>
  isRecord(value) &&
  typeof value['id'] === 'string' &&
  typeof value['version'] === 'number' &&
  typeof value['subject'] === 'string';

/** Stores a subject draft, or removes it if nothing has changed. */
export const storeSubjectDraft = (draftKey: DraftKey, draft: SubjectDraft | null): void =>
  persistDraft(draftKey, draft === null || draft.text === draft.seen.subject ? null : draft);

export function readSubjectDraft(stored: unknown): SubjectDraft | null {
  if (!isRecord(stored)) return null;
  const { text, seen } = stored;
  return typeof text === 'string' && isSeen(seen) ? { text, seen } : null;
}
