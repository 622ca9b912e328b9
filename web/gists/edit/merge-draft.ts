import { finalNames, formFiles, type Written } from './edit-draft.ts';
import type { FileEdit, GistDraft } from './gist-draft.ts';

/** What a PATCH says: only what is to be another than it is; null deletes a file. */
export type GistPatch = {
  description?: string;
  public?: boolean;
  files?: Record<string, { content: string } | null>;
};

/** Something that both sides changed, each to something else. `null`: no such file. */
export type Clash = { what: string; key: string; mine: string | null; theirs: string | null };

/** The key of a clash that is no file's. */
const descriptionKey = 'description';

/**
 * What remains of a draft on top of what is stored by now, and what has to be asked. A file that only one side touched
 * is taken from that side; a file that one side renamed and the other wrote in gets both.
 */
export function mergeDraft(draft: GistDraft, stored: Written): { patch: GistPatch; clashes: Clash[] } {
  const description = mergeDescription(draft, stored);
  const files = mergeFiles(draft, stored);
  return {
    patch: { ...description.patch, ...mergeVisibility(draft, stored), ...files.patch },
    clashes: [...files.clashes, ...description.clashes],
  };
}

type Part = { patch: GistPatch; clashes: Clash[] };

function mergeDescription({ description: mine }: GistDraft, { description: theirs }: Written): Part {
  if (!mine || mine.value === theirs) return { patch: {}, clashes: [] };
  if (mine.base === theirs) return { patch: { description: mine.value }, clashes: [] };
  const clash: Clash = { what: 'The description', key: descriptionKey, mine: mine.value, theirs };
  return { patch: {}, clashes: [clash] };
}

/** Of two values there is no third: whoever changed it last wants what I want, or what I see. */
const mergeVisibility = ({ public: mine }: GistDraft, stored: Written): GistPatch =>
  mine && mine.value !== stored.public ? { public: mine.value } : {};

function mergeFiles(draft: GistDraft, stored: Written): Part {
  const names = finalNames(formFiles(stored, draft));
  const clashes: Clash[] = [];
  const removed: [string, null][] = [];
  const written: [string, { content: string }][] = [];
  for (const edit of draft.files) {
    const merged = mergeFile(edit, stored);
    if (merged === 'clash') clashes.push(describeClash(edit, stored));
    if (merged === 'clash' || merged === 'nothing') continue;
    const name = names.get(edit.key) ?? edit.name;
    if (edit.was !== null && (merged === 'gone' || name !== edit.was)) removed.push([edit.was, null]);
    if (merged !== 'gone' && contentIn(stored, name) !== merged.content) written.push([name, merged]);
  }
  if (removed.length + written.length === 0) return { patch: {}, clashes };
  // What is written comes last: a name that one file leaves another may take.
  return { patch: { files: Object.fromEntries([...removed, ...written]) }, clashes };
}

/** What becomes of one file: it has to be asked, nothing is to be done, it is to be deleted, or it is to hold a text. */
type Merged = 'clash' | 'nothing' | 'gone' | { content: string };

/** Merges what is done to one file with what is stored of it now; `base` is what it held when it was first touched. */
function mergeFile({ was, content, base, deleted }: FileEdit, stored: Written): Merged {
  if (was === null) return deleted ? 'nothing' : { content };
  const theirs = contentIn(stored, was);
  if (theirs === undefined) return deleted ? 'nothing' : 'clash';
  if (deleted) return theirs === base ? 'gone' : 'clash';
  if (content === base) return { content: theirs };
  return theirs === base || theirs === content ? { content } : 'clash';
}

/** The text of a file of a gist; undefined where there is no such file. */
export const contentIn = ({ files }: Written, name: string): string | undefined =>
  Object.hasOwn(files, name) ? files[name]?.content : undefined;

const describeClash = ({ key, was, name, content, deleted }: FileEdit, stored: Written): Clash => ({
  what: was ?? name,
  key,
  mine: deleted ? null : content,
  theirs: (was === null ? undefined : contentIn(stored, was)) ?? null,
});

/**
 * The draft once somebody has chosen. Where mine counts, it stands on what is stored now and clashes no more; where theirs
 * does, my change is forgotten.
 */
export function resolveClash(draft: GistDraft, stored: Written, key: string, side: 'mine' | 'theirs'): GistDraft {
  if (key === descriptionKey) {
    const mine = draft.description && { ...draft.description, base: stored.description };
    return { ...draft, description: side === 'mine' ? mine : null };
  }
  return {
    ...draft,
    files: draft.files.flatMap(edit => {
      if (edit.key !== key) return [edit];
      return side === 'mine' ? [onTopOf(edit, stored)] : [];
    }),
  };
}

/** The same edit, as if it had begun with what is stored now. A file that they deleted becomes a new one. */
function onTopOf(edit: FileEdit, stored: Written): FileEdit {
  const theirs = edit.was === null ? undefined : contentIn(stored, edit.was);
  return theirs === undefined ? { ...edit, was: null, base: null } : { ...edit, base: theirs };
}
