import { parseStoredJson, tabStorage } from '../../storage/browser-storage.ts';
import { createStore, useStore } from '../../storage/observable-store.ts';
import { type TicketFilter, toCanonicalQuery } from '../filter/filter.ts';

/**
 * Storage key of the origins of lists. The origin is the saved view from which the person opened or modified the list.
 * Each tab has its own origins.
 */
const storageKey = 'stardesk:view-origins';
const maxOrigins = 100;

/** Incremented whenever an origin is stored. */
const revision = createStore(0);

type Origin = [query: string, viewId: string];

const isOrigin = (stored: unknown): stored is Origin =>
  Array.isArray(stored) && stored.every(part => typeof part === 'string');

function readOrigins(): Origin[] {
  const stored = parseStoredJson(tabStorage.get(storageKey));
  return Array.isArray(stored) ? stored.filter(isOrigin) : [];
}

/** Stores the saved view from which a list was opened or modified. The URL does not contain the view. */
export function storeViewOrigin(filter: TicketFilter, viewId: string): void {
  const query = toCanonicalQuery(filter);
  const origins = readOrigins().filter(([each]) => each !== query);
  tabStorage.set(storageKey, JSON.stringify([...origins, [query, viewId]].slice(-maxOrigins)));
  revision.write(revision.read() + 1);
}

/** Returns the id of the saved view from which a list was opened or modified. */
export const useViewOrigin = (filter: TicketFilter): string | undefined => {
  useStore(revision);
  return readOrigins().find(([query]) => query === toCanonicalQuery(filter))?.[1];
};
