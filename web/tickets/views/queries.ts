import { queryOptions } from '@tanstack/react-query';
import type { View as SavedView } from '#contract';
import { call } from '../../api-client/client.ts';
import { fetchAllPages } from '../../api-client/fetch-all-pages.ts';
import { browserStorage, parseStoredJson } from '../../storage/browser-storage.ts';
import { isRecord } from '../../storage/is-record.ts';
import type { ListView } from '../filter/list-views.ts';
import { fetchTicketCount, omitSort } from '../queries.ts';

const freshMilliseconds = 60_000;

/**
 * GET /views, all pages, oldest first, so that a new view does not move others. Starts with the views stored by the
 * last visit.
 */
export const savedViews = (personId: string) =>
  queryOptions({
    queryKey: ['views', personId],
    queryFn: async ({ signal }) => storeViews(personId, await readViews(signal)),
    initialData: () => getStoredViews(personId),
    initialDataUpdatedAt: 0,
    staleTime: freshMilliseconds,
  });

const readViews = (signal: AbortSignal): Promise<SavedView[]> =>
  fetchAllPages(page => call('GET /views', { query: { sort: 'created_at', per_page: '100', ...page }, signal }));

export const savedCountsKey = ['views', 'count'] as const;

/**
 * Counts the tickets of a saved view. Since there may be many views, counts are fresh for a minute. Live updates
 * refetch the count after tickets have changed (`app/live-updates/`).
 */
export const savedViewCount = (view: ListView) =>
  queryOptions({
    queryKey: [...savedCountsKey, omitSort(view.filter)],
    queryFn: () => fetchTicketCount(view.filter),
    staleTime: freshMilliseconds,
  });

const getStorageKey = (personId: string): string => `stardesk:views:${personId}`;

/** Stores the views, so that the next visit shows them in the sidebar immediately. */
function storeViews(personId: string, views: SavedView[]): SavedView[] {
  browserStorage.set(getStorageKey(personId), JSON.stringify(views));
  return views;
}

/** Returns the views stored by the last visit; undefined if they are missing or malformed. */
function getStoredViews(personId: string): SavedView[] | undefined {
  const stored = parseStoredJson(browserStorage.get(getStorageKey(personId)));
  return Array.isArray(stored) && stored.every(isView) ? stored : undefined;
}

const textFields = ['id', 'name', 'query', 'owner_id'] as const;

const isView = (stored: unknown): stored is SavedView =>
  isRecord(stored) && textFields.every(name => typeof stored[name] === 'string');
