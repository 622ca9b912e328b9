import { keyOf, noChanges, type Written } from './edit-draft.ts';
import type { Change, FileEdit, GistDraft } from './gist-draft.ts';

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
    files: [...names].flatMap(name => fileBack(name, contentOf(before, name), contentOf(saved, name))),
  };
}

const contentOf = ({ files }: Written, name: string): string | null =>
  Object.hasOwn(files, name) ? (files[name]?.content ?? null) : null;

const changeBack = <Value>(base: Value, value: Value): Change<Value> | null =>
  base === value ? null : { base, value };

/** `null`: no such file. */
function fileBack(name: string, before: string | null, saved: string | null): FileEdit[] {
  if (before === saved) return [];
  const content = before ?? saved ?? '';
  return [
    { key: keyOf(name), was: saved === null ? null : name, name, content, base: saved, deleted: before === null },
  ];
}
