import { queryOptions } from '@tanstack/react-query';
import type { View as SavedView } from '#contract';
import { readAllPages } from '../all-pages.ts';
import { call } from '../api.ts';
import type { View } from '../tickets/filter/views.ts';
import { conditionsOf, countTickets } from '../tickets/queries.ts';
import { keepViews, readKeptViews } from './kept-views.ts';
import { createQueue } from './queue.ts';

const freshMilliseconds = 60_000;

/** GET /views, all of its pages, the oldest first: a new one changes no place. What was read last is there at once. */
export const savedViews = (personId: string) =>
  queryOptions({
    queryKey: ['views', personId],
    queryFn: async ({ signal }) => keepViews(personId, await readViews(signal)),
    initialData: () => readKeptViews(personId),
    initialDataUpdatedAt: 0,
    staleTime: freshMilliseconds,
  });

const readViews = (signal: AbortSignal): Promise<SavedView[]> =>
  readAllPages(page => call('GET /views', { query: { sort: 'created_at', per_page: '100', ...page }, signal }));

const inTurn = createQueue(2);

/** Where the counts of saved views lie in the cache. */
export const savedCountsKey = ['views', 'count'] as const;

/**
 * How many tickets a saved view has. There may be many views: few are counted at a time, and again only once a minute,
 * whatever happens to the tickets, and not at all while nothing does (`news/`).
 */
export const savedViewCount = (view: View) =>
  queryOptions({
    queryKey: [...savedCountsKey, conditionsOf(view.filter)],
    queryFn: ({ signal }) => inTurn(() => countTickets(view.filter, signal)),
    staleTime: freshMilliseconds,
  });
