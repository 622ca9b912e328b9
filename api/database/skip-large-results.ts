import { LRUCache } from 'lru-cache';
import type { SearchIndex, TooManyMatches } from './search.ts';

/** The maximum time for which a search that was too large is skipped. */
const lifetimeMilliseconds = 60_000;

/**
 * Skips searches that exceeded their limit in the last minute: `load` then returns the same result immediately. Finding
 * more matches than the limit (300) takes 0.3 ms for two common words and a million tickets, and clients poll lists.
 */
export const skipLargeResults = (search: SearchIndex): SearchIndex => {
  const large = new LRUCache<string, TooManyMatches>({ max: 1000, ttl: lifetimeMilliseconds });
  return {
    ...search,
    async load(queries, criteria, limit, select) {
      const key = JSON.stringify([criteria, limit]);
      const cached = large.get(key);
      if (cached !== undefined) return cached;
      const found = await search.load(queries, criteria, limit, select);
      if (found.rows === null) large.set(key, found);
      return found;
    },
  };
};
