import { showUndo } from '../notices/notices.ts';
import { type DraftPlace, keepDraft, readDraft } from './drafts.ts';

/**
 * Discards a draft and shows a toast with Undo. Undo replaces a newer draft, which can be restored in the same way.
 *
 * @param title of the toast: "Change discarded"
 */
export const dropDraft = (place: DraftPlace, title: string): void => replaceDraft(place, null, title);

function replaceDraft(place: DraftPlace, draft: unknown, title: string): void {
  const discarded = readDraft(place, identity);
  keepDraft(place, draft);
  if (discarded !== null) showUndo(title, () => replaceDraft(place, discarded, title));
}

const identity = (stored: unknown): unknown => stored;
