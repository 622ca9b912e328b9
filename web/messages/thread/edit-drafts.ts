import { type DraftPlace, keepDraft, useDraft, useDrafts } from '../../kept/drafts.ts';

/** A text that somebody is changing, and what it was when they began. */
export type EditDraft = { text: string; base: string };

const messagesOf = (ticketId: string): string => `tickets/${ticketId}/messages/`;

/** Where a changed message is kept until it is saved. */
export const messageEditPlace = (personId: string, ticketId: string, messageId: string): DraftPlace => ({
  personId,
  thing: `${messagesOf(ticketId)}${messageId}`,
});

/** Where a changed description is kept until it is saved. */
export const descriptionEditPlace = (personId: string, ticketId: string): DraftPlace => ({
  personId,
  thing: `tickets/${ticketId}/description`,
});

/** Keeps a changed text; one that is what it was is forgotten. */
export const keepEdit = (place: DraftPlace, draft: EditDraft | null): void =>
  keepDraft(place, draft === null || draft.text === draft.base ? null : draft);

/** The changed text at a place; null where nothing was changed. */
export const useEditDraft = (place: DraftPlace): EditDraft | null => useDraft(place, readEdit);

function readEdit(stored: unknown): EditDraft | null {
  if (typeof stored !== 'object' || stored === null || !('text' in stored) || !('base' in stored)) return null;
  const { text, base } = stored;
  return typeof text === 'string' && typeof base === 'string' ? { text, base } : null;
}

/** The ids of a ticket's messages that a person has changed and not saved. */
export const useEditedMessages = (personId: string, ticketId: string): readonly string[] =>
  useDrafts(personId, messagesOf(ticketId), readEdit).map(([thing]) => thing.slice(messagesOf(ticketId).length));

/** Whether others changed a text, to something else, since somebody began to change it. */
export const isClash = (draft: EditDraft | null, stored: string): boolean =>
  draft !== null && stored !== draft.base && stored !== draft.text;
