import { keyOf, noChanges, type Written } from './edit-draft.ts';
import type { Change, FileEdit, GistDraft } from './gist-draft.ts';
import { contentIn } from './merge-draft.ts';

/**
 * Returns the draft that undoes a save. It is based on the saved gist, so that later changes conflict.
 *
 * @param before the gist before the save
 * @param saved the gist after the save
 */
export function undoDraft(before: Written, saved: Written): GistDraft {
  const names = new Set([...Object.keys(saved.files), ...Object.keys(before.files)]);
  return {
    ...noChanges,
    description: invertChange(saved.description, before.description),
    public: invertChange(saved.public, before.public),
    files: [...names].flatMap(name => invertFile(name, contentIn(before, name), contentIn(saved, name))),
  };
}

const invertChange = <Value>(base: Value, value: Value): Change<Value> | null =>
  base === value ? null : { base, value };

/** `undefined` means that the file does not exist. */
function invertFile(name: string, before: string | undefined, saved: string | undefined): FileEdit[] {
  if (before === saved) return [];
  const content = before ?? saved ?? '';
  return [
    {
      key: keyOf(name),
      was: saved === undefined ? null : name,
      name,
      content,
      base: saved ?? null,
      deleted: before === undefined,
    },
  ];
}
