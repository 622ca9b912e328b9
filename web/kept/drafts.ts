import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { showWarning } from '../notices/notices.ts';
import { inBrowser, parseKept } from './kept.ts';

/** Key of a draft: `{ personId, path: 'tickets/1042/reply' }`. Each draft is an entry in the browser's storage. */
export type DraftPlace = { personId: string; thing: string };

/** Parses a stored draft; null if invalid. Must be a stable function. */
export type ReadDraft<Draft> = (stored: unknown) => Draft | null;

const getPersonPrefix = (personId: string): string => `stardesk:draft:${personId}:`;
const toStorageKey = ({ personId, thing }: DraftPlace): string => getPersonPrefix(personId) + thing;

const changes = new EventTarget();
let hasWarned = false;

/** Calls `listener` when this or another window changes a matching entry. Returns a function that unsubscribes. */
function subscribe(matches: (storageKey: string) => boolean, listener: () => void): () => void {
  const onChange = (event: Event): void => {
    if (event instanceof CustomEvent && matches(String(event.detail))) listener();
  };
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === null || matches(key)) listener();
  };
  changes.addEventListener('change', onChange);
  addEventListener('storage', onStorage);
  return () => {
    changes.removeEventListener('change', onChange);
    removeEventListener('storage', onStorage);
  };
}

/** Stores a draft synchronously as JSON, so that a crash cannot lose it; null removes it. */
export function keepDraft(place: DraftPlace, draft: unknown): void {
  const storageKey = toStorageKey(place);
  if (draft === null) inBrowser.forget(storageKey);
  else if (!inBrowser.keep(storageKey, JSON.stringify(draft))) warnOnce();
  changes.dispatchEvent(new CustomEvent('change', { detail: storageKey }));
}

function warnOnce(): void {
  if (hasWarned) return;
  hasWarned = true;
  showWarning(
    "Couldn't save your draft",
    'Browser storage is full or blocked. What you type is lost when you close this page.',
  );
}

const parse = <Draft>(stored: string | null, read: ReadDraft<Draft>): Draft | null => read(parseKept(stored));

/** Returns the current draft; null without one. */
export const readDraft = <Draft>(place: DraftPlace, read: ReadDraft<Draft>): Draft | null =>
  parse(inBrowser.look(toStorageKey(place)), read);

/** Subscribes to a draft, including changes of other windows; null without one. */
export function useDraft<Draft>(place: DraftPlace, read: ReadDraft<Draft>): Draft | null {
  const storageKey = toStorageKey(place);
  const stored = useSyncExternalStore(
    useCallback(listener => subscribe(changed => changed === storageKey, listener), [storageKey]),
    () => inBrowser.look(storageKey),
  );
  return useMemo(() => parse(stored, read), [stored, read]);
}

/** Describes whether the draft survives closing the page. Call again after each change. */
export const describeKeeping = (place: DraftPlace): string =>
  inBrowser.isStored(toStorageKey(place)) ? 'Draft saved' : 'Not saved: browser storage is full';

/** Returns whether a person has a draft at any of these paths; one with a trailing slash is a prefix. */
export function useHasDraft(personId: string, paths: readonly string[]): boolean {
  const entries = paths.map(path => toStorageKey({ personId, thing: path }));
  const names = entries.join('\n');
  return useSyncExternalStore(
    useCallback(
      listener => subscribe(changed => names.split('\n').some(storageKey => isMatch(changed, storageKey)), listener),
      [names],
    ),
    () =>
      entries.some(storageKey =>
        isPrefix(storageKey) ? inBrowser.names(storageKey).length > 0 : inBrowser.look(storageKey) !== null,
      ),
  );
}

const isPrefix = (storageKey: string): boolean => storageKey.endsWith('/');
const isMatch = (changed: string, storageKey: string): boolean =>
  isPrefix(storageKey) ? changed.startsWith(storageKey) : changed === storageKey;

/** Lists a person's valid drafts whose paths have a prefix. */
export function listDrafts<Draft>(personId: string, prefix: string, read: ReadDraft<Draft>): [path: string, Draft][] {
  const start = getPersonPrefix(personId);
  return inBrowser.names(start + prefix).flatMap(storageKey => {
    const draft = parse(inBrowser.look(storageKey), read);
    return draft === null ? [] : [[storageKey.slice(start.length), draft] satisfies [string, Draft]];
  });
}

/** Calls `listener` when a draft with this prefix is added, removed or changed. Returns a function that unsubscribes. */
export const onDraftsChange = (personId: string, prefix: string, listener: () => void): (() => void) => {
  const start = getPersonPrefix(personId) + prefix;
  return subscribe(storageKey => storageKey.startsWith(start), listener);
};

/** Subscribes to the drafts that `listDrafts` returns. */
export function useDrafts<Draft>(personId: string, prefix: string, read: ReadDraft<Draft>): [path: string, Draft][] {
  const start = getPersonPrefix(personId) + prefix;
  const stored = useSyncExternalStore(
    useCallback(listener => onDraftsChange(personId, prefix, listener), [personId, prefix]),
    () =>
      inBrowser
        .names(start)
        .map(storageKey => `${storageKey} ${inBrowser.look(storageKey)}`)
        .join('\n'),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: `stored` changes with the drafts
  return useMemo(() => listDrafts(personId, prefix, read), [stored, personId, prefix, read]);
}
