import type { GistDraft } from '#contract';
import { type DraftKey, getDraft, persistDraft, useDraft, useDrafts, useHasDraft } from '../../storage/drafts.ts';
import { isRecord } from '../../storage/is-record.ts';

export type FileEdit = {
  /** Unique within the draft. */
  key: string;
  /** The file's name in the gist; null for a new file. */
  was: string | null;
  name: string;
  content: string;
  /** The stored text on which the edit is based; null for a new file. */
  base: string | null;
  deleted: boolean;
};

/** The writable fields of a gist except its files. */
export type GistValues = Omit<GistDraft, 'files'>;

/** Unsaved changes to a gist. Contains only edited parts. */
export type LocalGistDraft = { [Name in keyof GistValues]: DraftChange<GistValues[Name]> | null } & {
  files: readonly FileEdit[];
  /** The time of the last edit, in milliseconds since 1970. */
  at: number;
  /** For a new gist: the same for every attempt with the same content. */
  idempotencyKey: string | null;
};

/** A new value, and the stored value on which it is based. */
export type DraftChange<Value> = { base: Value; value: Value };

const getGistDraftPath = (gistId: string | null): string => `gists/${gistId ?? 'new'}`;

/** Returns the storage key of a person's draft of a gist. `gistId` is null for a new gist. */
export const getGistDraftKey = (personId: string, gistId: string | null): DraftKey => ({
  personId,
  path: getGistDraftPath(gistId),
});

export const storeGistDraft: (draftKey: DraftKey, draft: LocalGistDraft | null) => void = persistDraft;

export const getGistDraft = (draftKey: DraftKey): LocalGistDraft | null => getDraft(draftKey, parseGistDraft);

export const useGistDraft = (draftKey: DraftKey): LocalGistDraft | null => useDraft(draftKey, parseGistDraft);

/** Returns true if a person has unsaved changes to a gist. */
export const useHasGistDraft = (personId: string, gistId: string | null): boolean =>
  useHasDraft(personId, [getGistDraftPath(gistId)]);

/** An unsaved draft; `gistId` is null for a new gist. */
export type UnsavedGist = { gistId: string | null; draft: LocalGistDraft };

/** Returns all unsaved gist drafts of a person, newest first. */
export const useUnsavedGists = (personId: string): UnsavedGist[] =>
  useDrafts(personId, getGistDraftPath(''), parseGistDraft)
    .map(([path, draft]) => ({
      gistId: path === getGistDraftPath(null) ? null : path.slice(getGistDraftPath('').length),
      draft,
    }))
    .toSorted((a, b) => b.draft.at - a.draft.at);

/** Parses a stored draft; null if it is malformed. */
function parseGistDraft(stored: unknown): LocalGistDraft | null {
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
