import type { ConflictSide } from '../../ui/resolve-conflict-form.tsx';
import { type GistContent, getFinalNames, getFormFiles } from './edit-draft.ts';
import type { FileEdit, GistValues, LocalGistDraft } from './gist-draft.ts';

/** The body of a PATCH: only changed parts; null deletes a file. */
export type GistPatch = Partial<GistValues> & {
  files?: Record<string, { content: string } | null>;
};

/** A part that both sides changed differently. `own` or `stored` is null if that side deleted the file. */
export type GistConflict = { label: string; key: string; own: string | null; stored: string | null };

type MergeResult = { patch: GistPatch; conflicts: GistConflict[] };

const descriptionKey = 'description';

/**
 * Merges a draft with the stored gist into a patch and conflicts. A file that only one side changed is taken from that
 * side. A file that the draft renamed and the other side edited gets both changes. The reverse is a conflict, because a
 * stored rename looks like a deletion.
 */
export function mergeDraft(draft: LocalGistDraft, stored: GistContent): MergeResult {
  const description = mergeDescription(draft, stored);
  const files = mergeGistFiles(draft, stored);
  return {
    patch: { ...description.patch, ...mergeVisibility(draft, stored), ...files.patch },
    conflicts: [...files.conflicts, ...description.conflicts],
  };
}

function mergeDescription({ description: own }: LocalGistDraft, { description: stored }: GistContent): MergeResult {
  if (!own || own.value === stored) return { patch: {}, conflicts: [] };
  if (own.base === stored) return { patch: { description: own.value }, conflicts: [] };
  const conflict: GistConflict = { label: 'The description', key: descriptionKey, own: own.value, stored };
  return { patch: {}, conflicts: [conflict] };
}

/** A boolean cannot conflict. If both sides changed it, they changed it to the same value. */
const mergeVisibility = ({ public: own }: LocalGistDraft, stored: GistContent): GistPatch =>
  own && own.value !== stored.public ? { public: own.value } : {};

function mergeGistFiles(draft: LocalGistDraft, stored: GistContent): MergeResult {
  const names = getFinalNames(getFormFiles(stored, draft));
  const conflicts: GistConflict[] = [];
  const removedFiles: [string, null][] = [];
  const writtenFiles: [string, { content: string }][] = [];
  for (const edit of draft.files) {
    const merged = mergeFile(edit, stored);
    if (merged === 'conflict') conflicts.push(toConflict(edit, stored));
    if (merged === 'conflict' || merged === 'unchanged') continue;
    const name = names.get(edit.key) ?? edit.name;
    if (edit.was !== null && (merged === 'deleted' || name !== edit.was)) removedFiles.push([edit.was, null]);
    if (merged !== 'deleted' && getFileContent(stored, name) !== merged.content) writtenFiles.push([name, merged]);
  }
  if (removedFiles.length + writtenFiles.length === 0) return { patch: {}, conflicts };
  // Written files come last, because a file may take the name of a removed file.
  return { patch: { files: Object.fromEntries([...removedFiles, ...writtenFiles]) }, conflicts };
}

/** The result for one file: a conflict, no change, a deletion, or its new text. */
type Merged = 'conflict' | 'unchanged' | 'deleted' | { content: string };

/** Merges the edit of one file with the stored file. */
function mergeFile({ was, content, base, deleted }: FileEdit, stored: GistContent): Merged {
  if (was === null) return deleted ? 'unchanged' : { content };
  const storedText = getFileContent(stored, was);
  if (storedText === undefined) return deleted ? 'unchanged' : 'conflict';
  if (deleted) return storedText === base ? 'deleted' : 'conflict';
  if (content === base) return { content: storedText };
  return storedText === base || storedText === content ? { content } : 'conflict';
}

/** Returns the text of a file; undefined if it is missing from the gist. */
export const getFileContent = ({ files }: GistContent, name: string): string | undefined =>
  Object.hasOwn(files, name) ? files[name]?.content : undefined;

const toConflict = ({ key, was, name, content, deleted }: FileEdit, stored: GistContent): GistConflict => ({
  label: was ?? name,
  key,
  own: deleted ? null : content,
  stored: (was === null ? undefined : getFileContent(stored, was)) ?? null,
});

/**
 * Applies a resolution to a draft. `own` rebases the change on the stored gist, so that it no longer conflicts;
 * `stored` removes the change.
 */
export function resolveGistConflict(
  draft: LocalGistDraft,
  stored: GistContent,
  key: string,
  side: ConflictSide,
): LocalGistDraft {
  if (key === descriptionKey) {
    const own = draft.description && { ...draft.description, base: stored.description };
    return { ...draft, description: side === 'own' ? own : null };
  }
  return {
    ...draft,
    files: draft.files.flatMap(edit => {
      if (edit.key !== key) return [edit];
      return side === 'own' ? [rebase(edit, stored)] : [];
    }),
  };
}

/** Rebases an edit on the stored gist. A file that the other side deleted becomes a new file. */
function rebase(edit: FileEdit, stored: GistContent): FileEdit {
  const storedText = edit.was === null ? undefined : getFileContent(stored, edit.was);
  return storedText === undefined ? { ...edit, was: null, base: null } : { ...edit, base: storedText };
}
