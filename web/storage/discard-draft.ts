import { showUndo } from '../toasts/toast-store.ts';
import { type DraftKey, getDraft, persistDraft } from './drafts.ts';

/**
 * Discards a draft. If the draft exists, shows a toast with Undo. Undo replaces a newer draft, and offers Undo for the
 * newer draft as well.
 *
 * @param title of the toast: "Edit discarded"
 */
export const discardDraft = (draftKey: DraftKey, title: string): void => replaceDraft(draftKey, null, title);

function replaceDraft(draftKey: DraftKey, draft: unknown, title: string): void {
  const discarded = getDraft(draftKey, identity);
  persistDraft(draftKey, draft);
  if (discarded !== null) showUndo(title, () => replaceDraft(draftKey, discarded, title));
}

const identity = (stored: unknown): unknown => stored;
