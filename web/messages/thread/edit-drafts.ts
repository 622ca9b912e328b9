import { type DraftKey, getDraft, persistDraft, useDraft, useDrafts } from '../../storage/drafts.ts';
import { isRecord } from '../../storage/is-record.ts';

/** Edited text, and the text it is based on. */
export type EditDraft = { text: string; base: string };

/** Returns the prefix of the storage paths of a ticket's edited messages. */
export const getMessageEditsPath = (ticketId: string): string => `tickets/${ticketId}/messages/`;

export const getMessageEditKey = (personId: string, ticketId: string, messageId: string): DraftKey => ({
  personId,
  path: `${getMessageEditsPath(ticketId)}${messageId}`,
});

export const getDescriptionEditPath = (ticketId: string): string => `tickets/${ticketId}/description`;

export const getDescriptionEditKey = (personId: string, ticketId: string): DraftKey => ({
  personId,
  path: getDescriptionEditPath(ticketId),
});

/** Stores edited text, or removes the draft if the text is unchanged. */
export const storeEditDraft = (draftKey: DraftKey, draft: EditDraft | null): void =>
  persistDraft(draftKey, draft === null || draft.text === draft.base ? null : draft);

/** Removes the draft of saved text, unless the text was edited since. */
export function removeSavedEdit(draftKey: DraftKey, text: string): void {
  if (getDraft(draftKey, parseEdit)?.text === text) persistDraft(draftKey, null);
}

/** Subscribes to an edited text; null without changes. */
export const useEditDraft = (draftKey: DraftKey): EditDraft | null => useDraft(draftKey, parseEdit);

/** An edited message, or an edited description if `messageId` is null. */
export type StoredEdit = { ticketId: string; messageId: string | null; draft: EditDraft };

const pathPattern = /^tickets\/([^/]+)\/(?:description|messages\/([^/]+))$/;

/** Returns a person's unsaved edits of messages and descriptions. */
export const useAllEditDrafts = (personId: string): StoredEdit[] =>
  useDrafts(personId, 'tickets/', parseEdit).flatMap(([path, draft]): StoredEdit[] => {
    const [, ticketId, messageId = null] = pathPattern.exec(path) ?? [];
    return ticketId === undefined ? [] : [{ ticketId, messageId, draft }];
  });

function parseEdit(stored: unknown): EditDraft | null {
  if (!isRecord(stored)) return null;
  const { text, base } = stored;
  return typeof text === 'string' && typeof base === 'string' ? { text, base } : null;
}

/** Returns the ids of a ticket's messages that a person has edited without saving. */
export const useEditedMessageIds = (personId: string, ticketId: string): readonly string[] =>
  useDrafts(personId, getMessageEditsPath(ticketId), parseEdit).map(([path]) =>
    path.slice(getMessageEditsPath(ticketId).length),
  );

/**
 * Returns whether the stored text has changed since the edit started. A stored text that equals the edited text does
 * not conflict.
 */
export const hasEditConflict = (draft: EditDraft | null, stored: string): boolean =>
  draft !== null && stored !== draft.base && stored !== draft.text;
