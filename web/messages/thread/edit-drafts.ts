import { type DraftPlace, keepDraft, readDraft, useDraft, useDrafts } from '../../kept/drafts.ts';
import { isRecord } from '../../kept/is-record.ts';

/** A text that somebody is changing, and what it was when they began. */
export type EditDraft = { text: string; base: string };

/** What the changed messages of a ticket are kept under: each begins so. */
export const messagesOf = (ticketId: string): string => `tickets/${ticketId}/messages/`;

/** Where a changed message is kept until it is saved. */
export const messageEditPlace = (personId: string, ticketId: string, messageId: string): DraftPlace => ({
  personId,
  thing: `${messagesOf(ticketId)}${messageId}`,
});

/** What a ticket's changed description is kept under. */
export const descriptionOf = (ticketId: string): string => `tickets/${ticketId}/description`;

/** Where a changed description is kept until it is saved. */
export const descriptionEditPlace = (personId: string, ticketId: string): DraftPlace => ({
  personId,
  thing: descriptionOf(ticketId),
});

/** Keeps a changed text; one that is what it was is forgotten. */
export const keepEdit = (place: DraftPlace, draft: EditDraft | null): void =>
  keepDraft(place, draft === null || draft.text === draft.base ? null : draft);

/** Removes the draft of a text that was saved, unless it has been edited since. */
export function removeSavedEdit(place: DraftPlace, text: string): void {
  if (readDraft(place, readEdit)?.text === text) keepDraft(place, null);
}

/** The changed text at a place; null where nothing was changed. */
export const useEditDraft = (place: DraftPlace): EditDraft | null => useDraft(place, readEdit);

/** A changed message or, without a `messageId`, a changed description. */
export type KeptEdit = { ticketId: string; messageId: string | null; draft: EditDraft };

const form = /^tickets\/([^/]+)\/(?:description|messages\/([^/]+))$/;

/** All messages and descriptions that a person has changed and not saved. */
export const useKeptEdits = (personId: string): KeptEdit[] =>
  useDrafts(personId, 'tickets/', readEdit).flatMap(([thing, draft]): KeptEdit[] => {
    const [, ticketId, messageId = null] = form.exec(thing) ?? [];
    return ticketId === undefined ? [] : [{ ticketId, messageId, draft }];
  });

function readEdit(stored: unknown): EditDraft | null {
  if (!isRecord(stored)) return null;
  const { text, base } = stored;
  return typeof text === 'string' && typeof base === 'string' ? { text, base } : null;
}

/** The ids of a ticket's messages that a person has changed and not saved. */
export const useEditedMessages = (personId: string, ticketId: string): readonly string[] =>
  useDrafts(personId, messagesOf(ticketId), readEdit).map(([thing]) => thing.slice(messagesOf(ticketId).length));

/** Whether others changed a text, to something else, since somebody began to change it. */
export const isClash = (draft: EditDraft | null, stored: string): boolean =>
  draft !== null && stored !== draft.base && stored !== draft.text;
