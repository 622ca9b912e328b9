import { type GistContent, toEditKey } from './edit-draft.ts';
import type { DraftChange, FileEdit, LocalGistDraft } from './gist-draft.ts';
import { getFileContent } from './merge-draft.ts';

/**
 * Creates the draft that undoes a save. It is based on the saved gist, so that later changes conflict.
 *
 * @param before the gist before the save
 * @param saved the gist after the save
 */
export function createUndoDraft(before: GistContent, saved: GistContent): LocalGistDraft {
  const names = new Set([...Object.keys(saved.files), ...Object.keys(before.files)]);
  return {
    description: invertChange(saved.description, before.description),
    public: invertChange(saved.public, before.public),
    files: [...names].flatMap(name => invertFile(name, getFileContent(before, name), getFileContent(saved, name))),
    at: 0,
    idempotencyKey: null,
  };
}

const invertChange = <Value>(base: Value, value: Value): DraftChange<Value> | null =>
  base === value ? null : { base, value };

/** `undefined` means that the file does not exist. */
function invertFile(name: string, before: string | undefined, saved: string | undefined): FileEdit[] {
  if (before === saved) return [];
  const content = before ?? saved ?? '';
  return [
    {
      key: toEditKey(name),
      was: saved === undefined ? null : name,
      name,
      content,
      base: saved ?? null,
      deleted: before === undefined,
    },
  ];
}
