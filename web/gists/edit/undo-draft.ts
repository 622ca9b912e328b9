import { keyOf, noChanges, type Written } from './edit-draft.ts';
import type { Change, FileEdit, GistDraft } from './gist-draft.ts';
import { contentIn } from './merge-draft.ts';

/**
 * The draft that makes a gist what it was before it was saved. It stands on what was saved, so that what somebody has
 * changed since tells by itself.
 *
 * @param before the gist that was changed
 * @param saved what became of it
 */
export function undoDraft(before: Written, saved: Written): GistDraft {
  const names = new Set([...Object.keys(saved.files), ...Object.keys(before.files)]);
  return {
    ...noChanges,
    description: changeBack(saved.description, before.description),
    public: changeBack(saved.public, before.public),
    files: [...names].flatMap(name => fileBack(name, contentIn(before, name), contentIn(saved, name))),
  };
}

const changeBack = <Value>(base: Value, value: Value): Change<Value> | null =>
  base === value ? null : { base, value };

/** `undefined`: no such file. */
function fileBack(name: string, before: string | undefined, saved: string | undefined): FileEdit[] {
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
