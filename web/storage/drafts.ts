import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { showWarning } from '../toasts/toast-store.ts';
import { browserStorage, parseStoredJson } from './browser-storage.ts';

/** Key of a draft: `{ personId, path: 'tickets/1042/reply' }`. Each draft is an entry in the browser's storage. */
export type DraftKey = { personId: string; path: string };

/** Parses a stored draft; null if invalid. Must be a stable function. */
export type ParseDraft<Draft> = (stored: unknown) => Draft | null;

const prefix = 'stardesk:draft:';
const getPersonPrefix = (personId: string): string => `${prefix}${personId}:`;
const toStorageKey = ({ personId, path }: DraftKey): string => getPersonPrefix(personId) + path;

const changes = new EventTarget();
let hasWarned = false;

/** Calls `listener` when any window changes a matching entry. Returns a function that unsubscribes. */
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

let storedKeys: readonly string[] | null = null;

const clearStoredKeys = (): void => {
  storedKeys = null;
};

/** Returns the storage keys of all drafts. Cached, because every list row checks whether its ticket has a draft. */
function getStoredKeys(): readonly string[] {
  if (storedKeys === null) {
    storedKeys = browserStorage.keys(prefix);
    // A capturing listener runs before the listeners of `subscribe`.
    addEventListener('storage', clearStoredKeys, { once: true, capture: true });
  }
  return storedKeys;
}

/** Stores a draft synchronously as JSON, so that a crash cannot lose it. Null removes the draft. */
export function persistDraft(draftKey: DraftKey, draft: unknown): void {
  const storageKey = toStorageKey(draftKey);
  if (draft === null) browserStorage.remove(storageKey);
  else if (!browserStorage.set(storageKey, JSON.stringify(draft))) warnOnce();
  clearStoredKeys();
  changes.dispatchEvent(new CustomEvent('change', { detail: storageKey }));
}

function warnOnce(): void {
  if (hasWarned) return;
  hasWarned = true;
  showWarning(
    'Couldn’t save your draft',
    'Browser storage is full or blocked. Your text is lost when you close this page.',
  );
}

const parse = <Draft>(stored: string | null, parseDraft: ParseDraft<Draft>): Draft | null =>
  parseDraft(parseStoredJson(stored));

/** Returns the current draft; null if it is missing or invalid. */
export const getDraft = <Draft>(draftKey: DraftKey, parseDraft: ParseDraft<Draft>): Draft | null =>
  parse(browserStorage.get(toStorageKey(draftKey)), parseDraft);

/** Subscribes to a draft, including changes in other windows. Null if it is missing or invalid. */
export function useDraft<Draft>(draftKey: DraftKey, parseDraft: ParseDraft<Draft>): Draft | null {
  const storageKey = toStorageKey(draftKey);
  const stored = useSyncExternalStore(
    useCallback(listener => subscribe(changed => changed === storageKey, listener), [storageKey]),
    () => browserStorage.get(storageKey),
  );
  return useMemo(() => parse(stored, parseDraft), [stored, parseDraft]);
}

/** Describes whether the draft survives closing the page. Call again after each change. */
export const describeDraftState = (draftKey: DraftKey): string =>
  browserStorage.isPersisted(toStorageKey(draftKey)) ? 'Draft saved' : 'Not saved: browser storage is full or blocked';

/** Returns whether a person has a draft at any of these paths. A path with a trailing slash is a prefix. */
export function useHasDraft(personId: string, paths: readonly string[]): boolean {
  const storageKeys = paths.map(path => toStorageKey({ personId, path }));
  const joinedKeys = storageKeys.join('\n');
  return useSyncExternalStore(
    useCallback(
      listener =>
        subscribe(changed => joinedKeys.split('\n').some(storageKey => isMatch(changed, storageKey)), listener),
      [joinedKeys],
    ),
    () => getStoredKeys().some(stored => storageKeys.some(storageKey => isMatch(stored, storageKey))),
  );
}

const isPrefix = (storageKey: string): boolean => storageKey.endsWith('/');
const isMatch = (changed: string, storageKey: string): boolean =>
  isPrefix(storageKey) ? changed.startsWith(storageKey) : changed === storageKey;

/** Lists a person's valid drafts whose paths have a prefix. */
export function listDrafts<Draft>(
  personId: string,
  prefix: string,
  parseDraft: ParseDraft<Draft>,
): [path: string, Draft][] {
  const start = getPersonPrefix(personId);
  return browserStorage.keys(start + prefix).flatMap(storageKey => {
    const draft = parse(browserStorage.get(storageKey), parseDraft);
    return draft === null ? [] : [[storageKey.slice(start.length), draft] satisfies [string, Draft]];
  });
}

/** Returns whether a person has drafts whose paths have a prefix. Parses nothing. */
export const hasDrafts = (personId: string, prefix: string): boolean =>
  getStoredKeys().some(storageKey => storageKey.startsWith(getPersonPrefix(personId) + prefix));

/** Returns whether the JSON of any draft of a person contains `json`. Parses nothing. */
export const isInDrafts = (personId: string, json: string): boolean =>
  browserStorage.keys(getPersonPrefix(personId)).some(key => browserStorage.get(key)?.includes(json));

/**
 * Calls `listener` when a draft with this prefix is added, removed or changed. Returns a function that unsubscribes.
 */
export const onDraftsChange = (personId: string, prefix: string, listener: () => void): (() => void) => {
  const start = getPersonPrefix(personId) + prefix;
  return subscribe(storageKey => storageKey.startsWith(start), listener);
};

/** Subscribes to the drafts that `listDrafts` returns. */
export function useDrafts<Draft>(
  personId: string,
  prefix: string,
  parseDraft: ParseDraft<Draft>,
): [path: string, Draft][] {
  const start = getPersonPrefix(personId) + prefix;
  const stored = useSyncExternalStore(
    useCallback(listener => onDraftsChange(personId, prefix, listener), [personId, prefix]),
    () =>
      browserStorage
        .keys(start)
        .map(storageKey => `${storageKey} ${browserStorage.get(storageKey)}`)
        .join('\n'),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: `stored` changes with the drafts
  return useMemo(() => listDrafts(personId, prefix, parseDraft), [stored, personId, prefix, parseDraft]);
}
