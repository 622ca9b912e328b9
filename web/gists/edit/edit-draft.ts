import type { Gist } from '#contract';
import type { Change, FileEdit, GistDraft } from './gist-draft.ts';

/** A gist as far as it is written by people. */
export type Written = Pick<Gist, 'description' | 'public'> & { files: Readonly<Record<string, { content: string }>> };

/** What a new gist begins with. */
export const blank: Written = { description: '', public: true, files: {} };

export const noChanges: GistDraft = { description: null, public: null, files: [], at: 0, idempotencyKey: null };

/** Whether nothing was changed, or typed. */
export const isUnchanged = ({ description, public: visible, files }: GistDraft): boolean =>
  description === null &&
  visible === null &&
  files.every(({ was, name, content }) => was === null && name === '' && content === '');

/** A file as the form shows it. */
export type FormFile = Pick<FileEdit, 'key' | 'was' | 'name' | 'content' | 'deleted'>;

/** The files of the form: those of the gist in its order, touched or not, then new ones. */
export function formFiles(gist: Written, draft: GistDraft): FormFile[] {
  const edits = new Map(draft.files.map(edit => [edit.key, edit]));
  const stored = Object.entries(gist.files).map(
    ([was, { content }]) => edits.get(keyOf(was)) ?? { key: keyOf(was), was, name: was, content, deleted: false },
  );
  const shown = new Set(stored.map(({ key }) => key));
  return [...stored, ...draft.files.filter(({ key }) => !shown.has(key))];
}

/** The key of the edit of a stored file. */
export const keyOf = (was: string): string => `stored ${was}`;

const addedPrefix = 'added ';

/** Another, empty file. */
export const addFile = (draft: GistDraft, id: string): GistDraft => ({
  ...draft,
  files: [...draft.files, { key: `${addedPrefix}${id}`, was: null, name: '', content: '', base: null, deleted: false }],
});

/** Changes a file of the form. What is as it was in the gist again is no longer an edit; a new file that goes is gone. */
export function changeFile(
  draft: GistDraft,
  gist: Written,
  key: string,
  change: Partial<Pick<FileEdit, 'name' | 'content' | 'deleted'>>,
): GistDraft {
  const shown = formFiles(gist, draft).find(file => file.key === key);
  if (!shown) return draft;
  const known = draft.files.find(edit => edit.key === key);
  const edit: FileEdit = { ...shown, base: known ? known.base : shown.content, ...change };
  const isEdit = edit.was === null || edit.deleted || edit.name !== edit.was || edit.content !== edit.base;
  if (!known) return isEdit ? { ...draft, files: [...draft.files, edit] } : draft;
  return { ...draft, files: draft.files.flatMap(other => (other !== known ? [other] : isEdit ? [edit] : [])) };
}

/** Takes a new file out for good. */
export const dropFile = (draft: GistDraft, key: string): GistDraft => ({
  ...draft,
  files: draft.files.filter(edit => edit.key !== key),
});

export const changeDescription = (draft: GistDraft, gist: Written, value: string): GistDraft => ({
  ...draft,
  description: changeOf(draft.description, gist.description, value),
});

export const changeVisibility = (draft: GistDraft, gist: Written, value: boolean): GistDraft => ({
  ...draft,
  public: changeOf(draft.public, gist.public, value),
});

function changeOf<Value>(known: Change<Value> | null, stored: Value, value: Value): Change<Value> | null {
  const base = known ? known.base : stored;
  return value === base ? null : { base, value };
}

/** The names that files will have: one that has none is given one. */
export function finalNames(files: readonly FormFile[]): ReadonlyMap<string, string> {
  const kept = files.filter(({ deleted }) => !deleted);
  const taken = new Set(kept.map(({ name }) => name));
  const names = new Map<string, string>();
  for (const { key, name } of kept) {
    const given = name === '' ? firstFree(taken) : name;
    taken.add(given);
    names.set(key, given);
  }
  return names;
}

function firstFree(taken: ReadonlySet<string>): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? 'reply.md' : `reply-${n}.md`;
    if (!taken.has(name)) return name;
  }
}

/** The names that more than one file would have. */
export function repeatedNames(files: readonly FormFile[]): ReadonlySet<string> {
  const names = [...finalNames(files).values()];
  return new Set(names.filter((name, index) => names.indexOf(name) !== index));
}

/** Whether it can be sent at all: of two files with one name, one would be lost. */
export const isSendable = (gist: Written, draft: GistDraft): boolean =>
  repeatedNames(formFiles(gist, draft)).size === 0;
