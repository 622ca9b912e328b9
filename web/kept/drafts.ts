import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { showWarning } from '../notices/notices.ts';
import { inBrowser, parseKept } from './kept.ts';

/** Whose text about what: `{ personId, thing: 'tickets/1042/reply' }`. Each is an entry of its own in the browser's storage. */
export type DraftPlace = { personId: string; thing: string };

/** Makes sense of what was stored, which may be anybody's; null for what makes none. It must be the same function each time. */
export type ReadDraft<Draft> = (stored: unknown) => Draft | null;

const prefixOf = (personId: string): string => `stardesk:draft:${personId}:`;
const entryOf = ({ personId, thing }: DraftPlace): string => prefixOf(personId) + thing;

const changes = new EventTarget();
let hasWarned = false;

/** Calls `listener` when an entry that `concerns` it is changed, here or in another window. Answers the way to stop. */
function hear(concerns: (entry: string) => boolean, listener: () => void): () => void {
  const here = (event: Event): void => {
    if (event instanceof CustomEvent && concerns(String(event.detail))) listener();
  };
  const elsewhere = ({ key }: StorageEvent): void => {
    if (key === null || concerns(key)) listener();
  };
  changes.addEventListener('change', here);
  addEventListener('storage', elsewhere);
  return () => {
    changes.removeEventListener('change', here);
    removeEventListener('storage', elsewhere);
  };
}

/** Keeps a draft at once, so that no crash is faster than it; null forgets it. What is kept is written as JSON. */
export function keepDraft(place: DraftPlace, draft: unknown): void {
  const entry = entryOf(place);
  if (draft === null) inBrowser.forget(entry);
  else if (!inBrowser.keep(entry, JSON.stringify(draft))) warnOnce();
  changes.dispatchEvent(new CustomEvent('change', { detail: entry }));
}

function warnOnce(): void {
  if (hasWarned) return;
  hasWarned = true;
  showWarning(
    'Drafts cannot be stored',
    'This browser has no room for them: what you type is lost when this page is closed.',
  );
}

const parse = <Draft>(stored: string | null, read: ReadDraft<Draft>): Draft | null => read(parseKept(stored));

/** The draft at a place as it is now; null where there is none. */
export const readDraft = <Draft>(place: DraftPlace, read: ReadDraft<Draft>): Draft | null =>
  parse(inBrowser.look(entryOf(place)), read);

/** The draft at a place; null where there is none. Another window's changes to it are seen at once. */
export function useDraft<Draft>(place: DraftPlace, read: ReadDraft<Draft>): Draft | null {
  const entry = entryOf(place);
  const stored = useSyncExternalStore(
    useCallback(listener => hear(changed => changed === entry, listener), [entry]),
    () => inBrowser.look(entry),
  );
  return useMemo(() => parse(stored, read), [stored, read]);
}

/** Whether the draft at a place will be there when this page is gone, in words. To be asked when the draft has changed. */
export const describeKeeping = (place: DraftPlace): string =>
  inBrowser.isStored(entryOf(place)) ? 'Draft saved' : 'Not saved: no room in this browser';

/** Whether a person has a draft of any of these things; one that ends with a slash stands for all that begin so. */
export function useHasDraft(personId: string, things: readonly string[]): boolean {
  const entries = things.map(thing => entryOf({ personId, thing }));
  const names = entries.join('\n');
  return useSyncExternalStore(
    useCallback(
      listener => hear(changed => names.split('\n').some(entry => isAmong(changed, entry)), listener),
      [names],
    ),
    () => entries.some(entry => (isGroup(entry) ? inBrowser.names(entry).length > 0 : inBrowser.look(entry) !== null)),
  );
}

const isGroup = (entry: string): boolean => entry.endsWith('/');
const isAmong = (changed: string, entry: string): boolean =>
  isGroup(entry) ? changed.startsWith(entry) : changed === entry;

/** A person's drafts of things that begin so, by thing; what makes no sense is left out. */
export function listDrafts<Draft>(personId: string, prefix: string, read: ReadDraft<Draft>): [thing: string, Draft][] {
  const start = prefixOf(personId);
  return inBrowser.names(start + prefix).flatMap(entry => {
    const draft = parse(inBrowser.look(entry), read);
    return draft === null ? [] : [[entry.slice(start.length), draft] satisfies [string, Draft]];
  });
}

/** Calls `listener` when a draft of a thing that begins so comes, goes or changes. Answers the way to stop. */
export const onDraftsChange = (personId: string, prefix: string, listener: () => void): (() => void) => {
  const start = prefixOf(personId) + prefix;
  return hear(entry => entry.startsWith(start), listener);
};

/** A person's drafts of things that begin so, as `listDrafts` answers them. */
export function useDrafts<Draft>(personId: string, prefix: string, read: ReadDraft<Draft>): [thing: string, Draft][] {
  const start = prefixOf(personId) + prefix;
  const stored = useSyncExternalStore(
    useCallback(listener => onDraftsChange(personId, prefix, listener), [personId, prefix]),
    () =>
      inBrowser
        .names(start)
        .map(entry => `${entry} ${inBrowser.look(entry)}`)
        .join('\n'),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says when there is something else to read
  return useMemo(() => listDrafts(personId, prefix, read), [stored, personId, prefix, read]);
}
