import type { DraftChange, FileEdit, GistValues, LocalGistDraft } from './gist-draft.ts';

/** The editable part of a gist. */
export type GistContent = GistValues & { files: Readonly<Record<string, { content: string }>> };

export const emptyGist: GistContent = { description: '', public: true, files: {} };

export const noChanges: LocalGistDraft = { description: null, public: null, files: [], at: 0, idempotencyKey: null };

/** Returns true if a draft contains no changes. */
export const isUnchanged = ({ files, at: _at, idempotencyKey: _key, ...changes }: LocalGistDraft): boolean =>
  Object.values(changes).every(change => change === null) &&
  files.every(({ was, name, content }) => was === null && name === '' && content === '');

export type FormFile = Pick<FileEdit, 'key' | 'was' | 'name' | 'content' | 'deleted'>;

/** Returns the files of the form. The gist's files come first, edited or not; the draft's other files follow. */
export function getFormFiles(gist: GistContent, draft: LocalGistDraft): FormFile[] {
  const edits = new Map(draft.files.map(edit => [edit.key, edit]));
  const stored = Object.entries(gist.files).map(
    ([was, { content }]) =>
      edits.get(toEditKey(was)) ?? { key: toEditKey(was), was, name: was, content, deleted: false },
  );
  const storedKeys = new Set(stored.map(({ key }) => key));
  return [...stored, ...draft.files.filter(({ key }) => !storedKeys.has(key))];
}

/** Returns the key of the edit of a stored file. */
export const toEditKey = (was: string): string => `stored ${was}`;

const addedPrefix = 'added ';

export const addFile = (draft: LocalGistDraft, id: string): LocalGistDraft => ({
  ...draft,
  files: [...draft.files, { key: `${addedPrefix}${id}`, was: null, name: '', content: '', base: null, deleted: false }],
});

/** Changes a file of the form. Removes the file from the draft if it now equals the stored file. */
export function changeFile(
  draft: LocalGistDraft,
  gist: GistContent,
  key: string,
  change: Partial<Pick<FileEdit, 'name' | 'content' | 'deleted'>>,
): LocalGistDraft {
  const formFile = getFormFiles(gist, draft).find(file => file.key === key);
  if (!formFile) return draft;
  const previous = draft.files.find(edit => edit.key === key);
  const edit: FileEdit = { ...formFile, base: previous ? previous.base : formFile.content, ...change };
  const isEdit = isChangedFile(edit);
  if (!previous) return isEdit ? { ...draft, files: [...draft.files, edit] } : draft;
  return { ...draft, files: draft.files.flatMap(each => (each !== previous ? [each] : isEdit ? [edit] : [])) };
}

/** Returns whether saving the edit changes the gist. */
export const isChangedFile = ({ was, name, content, base, deleted }: FileEdit): boolean =>
  was === null || deleted || name !== was || content !== base;

export const removeNewFile = (draft: LocalGistDraft, key: string): LocalGistDraft => ({
  ...draft,
  files: draft.files.filter(edit => edit.key !== key),
});

export const changeDescription = (draft: LocalGistDraft, gist: GistContent, value: string): LocalGistDraft => ({
  ...draft,
  description: updateChange(draft.description, gist.description, value),
});

export const changeVisibility = (draft: LocalGistDraft, gist: GistContent, value: boolean): LocalGistDraft => ({
  ...draft,
  public: updateChange(draft.public, gist.public, value),
});

function updateChange<Value>(prior: DraftChange<Value> | null, stored: Value, value: Value): DraftChange<Value> | null {
  const base = prior ? prior.base : stored;
  return value === base ? null : { base, value };
}

/** Returns the names that the files will have, by key. Unnamed files get a free name. */
export function getFinalNames(files: readonly FormFile[]): ReadonlyMap<string, string> {
  const remaining = files.filter(({ deleted }) => !deleted);
  const takenNames = new Set(remaining.map(({ name }) => name));
  const names = new Map<string, string>();
  for (const { key, name } of remaining) {
    const finalName = name === '' ? findFreeName(takenNames) : name;
    takenNames.add(finalName);
    names.set(key, finalName);
  }
  return names;
}

function findFreeName(taken: ReadonlySet<string>): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? 'reply.md' : `reply-${n}.md`;
    if (!taken.has(name)) return name;
  }
}

/** Returns the names shared by several files. */
export function findDuplicateNames(files: readonly FormFile[]): ReadonlySet<string> {
  const names = [...getFinalNames(files).values()];
  return new Set(names.filter((name, index) => names.indexOf(name) !== index));
}

/** Returns false if two files have the same name: one of them would be lost. */
export const isSendable = (gist: GistContent, draft: LocalGistDraft): boolean =>
  findDuplicateNames(getFormFiles(gist, draft)).size === 0;
