import { showUndo } from '../toasts/toast-store.ts';
import { type DraftKey, getDraft, persistDraft } from './drafts.ts';

/**
 * Discards a draft and shows a toast with Undo. Undo replaces a newer draft, which can be restored in the same way.
 *
 * @param title of the toast: "Change discarded"
 */
export const discardDraft = (place: DraftKey, title: string): void => replaceDraft(place, null, title);

function replaceDraft(place: DraftKey, draft: unknown, title: string): void {
  const discarded = getDraft(place, identity);
  persistDraft(place, draft);
  if (discarded !== null) showUndo(title, () => replaceDraft(place, discarded, title));
}

const identity = (stored: unknown): unknown => stored;
