import { type DraftPlace, keepDraft, readDraft, useDraft, useDrafts, useHasDraft } from '../../kept/drafts.ts';
import { isRecord } from '../../kept/is-record.ts';

/** What is done to one file. */
export type FileEdit = {
  /** Tells the edits of a draft apart. */
  key: string;
  /** The name it has in the gist; null for a new file. */
  was: string | null;
  name: string;
  content: string;
  /** What the gist's file held when it was first touched; null for a new one. */
  base: string | null;
  deleted: boolean;
};

/** Changes to a gist that are not saved yet. What is not touched is not in it. */
export type GistDraft = {
  description: Change<string> | null;
  public: Change<boolean> | null;
  files: readonly FileEdit[];
  /** When the last of it was typed, in milliseconds since 1970. */
  at: number;
  /** For creating: the same for every attempt with these very words. */
  idempotencyKey: string | null;
};

/** A value and what it was when it was first touched. */
export type Change<Value> = { base: Value; value: Value };

const thingOf = (gistId: string | null): string => `gists/${gistId ?? 'new'}`;

/** Where what a person writes in a gist is kept; null is one that is not made yet. */
export const gistPlace = (personId: string, gistId: string | null): DraftPlace => ({
  personId,
  thing: thingOf(gistId),
});

export const keepGistDraft: (place: DraftPlace, draft: GistDraft | null) => void = keepDraft;

/** Removes a draft that was saved, unless it has been edited since. */
export function removeSavedGist(place: DraftPlace, saved: GistDraft): void {
  if (readDraft(place, readGistDraft)?.at === saved.at) keepGistDraft(place, null);
}

/** The draft at a place; null where there is none. */
export const useGistDraft = (place: DraftPlace): GistDraft | null => useDraft(place, readGistDraft);

/** Whether a person has unsaved changes to a gist. */
export const useHasGistDraft = (personId: string, gistId: string | null): boolean =>
  useHasDraft(personId, [thingOf(gistId)]);

/** What a person has begun to write in a gist; null is one that is not made yet. */
export type KeptGist = { gistId: string | null; draft: GistDraft };

/** All gists that a person has changed and not saved; the one that was changed last is the first. */
export const useKeptGists = (personId: string): KeptGist[] =>
  useDrafts(personId, thingOf(''), readGistDraft)
    .map(([thing, draft]) => ({ gistId: thing === thingOf(null) ? null : thing.slice(thingOf('').length), draft }))
    .toSorted((a, b) => b.draft.at - a.draft.at);

/** Makes sense of what was stored; null where there is none in it. */
function readGistDraft(stored: unknown): GistDraft | null {
  if (!isRecord(stored) || !Array.isArray(stored['files']) || typeof stored['at'] !== 'number') return null;
  const { description, public: visible, files, at, idempotencyKey } = stored;
  if (!files.every(isFileEdit)) return null;
  return {
    description:
      isRecord(description) && isText(description['base']) && isText(description['value'])
        ? { base: description['base'], value: description['value'] }
        : null,
    public:
      isRecord(visible) && isBoolean(visible['base']) && isBoolean(visible['value'])
        ? { base: visible['base'], value: visible['value'] }
        : null,
    files,
    at,
    idempotencyKey: isText(idempotencyKey) ? idempotencyKey : null,
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value);

const isFileEdit = (value: unknown): value is FileEdit =>
  isRecord(value) &&
  isText(value['key']) &&
  isTextOrNull(value['was']) &&
  isText(value['name']) &&
  isText(value['content']) &&
  isTextOrNull(value['base']) &&
  isBoolean(value['deleted']);
