import type { DraftKey } from '../../storage/drafts.ts';
import { type GistContent, getFinalNames, getFormFiles, isChangedFile, isUnchanged, toEditKey } from './edit-draft.ts';
import { type DraftChange, type FileEdit, getGistDraft, type LocalGistDraft, storeGistDraft } from './gist-draft.ts';

/** A draft that was saved, and the gist to which its changes were applied. */
export type SavedDraft = { draft: LocalGistDraft; stored: GistContent };

/**
 * Removes a draft from storage after it was saved. Edits made during the save remain, as a draft of the saved gist.
 *
 * @param draftKey where the draft was stored
 * @param gistKey the storage location of drafts of the saved gist
 */
export function removeSavedDraft(draftKey: DraftKey, gistKey: DraftKey, saved: SavedDraft): void {
  const current = getGistDraft(draftKey);
  storeGistDraft(draftKey, null);
  const remaining = current && current.at !== saved.draft.at ? rebaseOnSaved(current, saved) : null;
  if (remaining) storeGistDraft(gistKey, remaining);
}

/**
 * Returns the edits made while a draft was being saved, based on the saved values. Without this base, they would
 * conflict with the person's own save. Null if there are none.
 */
export function rebaseOnSaved(draft: LocalGistDraft, { draft: saved, stored }: SavedDraft): LocalGistDraft | null {
  const savedFiles = new Map(saved.files.map(edit => [edit.key, edit]));
  const names = getFinalNames(getFormFiles(stored, saved));
  const rebased: LocalGistDraft = {
    ...draft,
    description: rebaseChange(draft.description, saved.description),
    public: rebaseChange(draft.public, saved.public),
    files: draft.files.flatMap(edit => {
      const before = savedFiles.get(edit.key);
      return before ? rebaseFile(edit, before, names.get(edit.key) ?? before.name) : [edit];
    }),
    idempotencyKey: null,
  };
  return isUnchanged(rebased) ? null : rebased;
}

function rebaseChange<Value>(
  change: DraftChange<Value> | null,
  saved: DraftChange<Value> | null,
): DraftChange<Value> | null {
  if (!change || !saved) return change;
  return change.value === saved.value ? null : { base: saved.value, value: change.value };
}

/** @param savedName the file's name in the saved gist */
function rebaseFile(edit: FileEdit, saved: FileEdit, savedName: string): FileEdit[] {
  // A file that was restored while its deletion was saved becomes a new file.
  if (saved.deleted) return edit.deleted ? [] : [{ ...edit, key: `restored ${edit.key}`, was: null, base: null }];
  const name = edit.name === saved.name ? savedName : edit.name;
  const rebased = { ...edit, key: toEditKey(savedName), was: savedName, name, base: saved.content };
  return isChangedFile(rebased) ? [rebased] : [];
}
