import { browserStorage, parseStoredJson } from '../storage/browser-storage.ts';

const storageKey = 'stardesk:recent-commands';
const maxCount = 12;

/** Parses the stored ids of recent entries, newest first. Ignores invalid values. */
export function parseRecent(stored: string | null): readonly string[] {
  const value = parseStoredJson(stored);
  return Array.isArray(value) ? value.filter(id => typeof id === 'string').slice(0, maxCount) : [];
}

/** Puts an id first in the recent ids, at most twelve. */
export const addRecent = (recent: readonly string[], id: string): readonly string[] =>
  [id, ...recent.filter(each => each !== id)].slice(0, maxCount);

/** Returns the stored ids of recent entries, newest first. */
export const getRecent = (): readonly string[] => parseRecent(browserStorage.get(storageKey));

/** Stores a picked entry as the most recent. */
export const storeRecent = (id: string): void =>
  void browserStorage.set(storageKey, JSON.stringify(addRecent(getRecent(), id)));
