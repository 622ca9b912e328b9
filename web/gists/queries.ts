import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Gist } from '#contract';
import { type ClientResponse, call } from '../api-client/client.ts';
import { getCursor } from '../api-client/connection/link-header.ts';
import { fetchAllPages } from '../api-client/fetch-all-pages.ts';
import { listKeys } from '../api-client/list-keys.ts';
import type { GistFilter } from './gist-filter.ts';

/** A gist in a list, without its files of up to a mebibyte. */
export type ListedGist = Omit<Gist, 'files'>;

const rowFields = listKeys<ListedGist>({
  id: true,
  url: true,
  description: true,
  public: true,
  owner_id: true,
  version: true,
  created_at: true,
  updated_at: true,
});

const pageSize = '50';

export const gistKeys = {
  lists: ['gists', 'list'],
  counts: ['gists', 'count'],
  starred: ['gists', 'starred'],
  item: (id: string) => ['gists', 'item', id],
} as const;

/** Loaded gists stay in the cache, so that they can be inserted offline. */
const cacheMilliseconds = Number.POSITIVE_INFINITY;

/** GET /gists, following Link `next`. */
export const gistList = (filter: GistFilter) =>
  infiniteQueryOptions({
    queryKey: [...gistKeys.lists, filter],
    queryFn: ({ pageParam: cursor, signal }): Promise<ClientResponse<ListedGist[]>> =>
      call('GET /gists', {
        query: { ...filter, per_page: pageSize, fields: rowFields.join(','), ...(cursor && { cursor }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: page => getCursor(page.links.next),
    select: ({ pages }) => pages.flatMap(page => page.body),
    placeholderData: keepPreviousData,
  });

/** GET /gists with `count=true`: the number of gists that match the filter. */
export const gistCount = ({ sort: _, ...conditions }: GistFilter) =>
  queryOptions({
    queryKey: [...gistKeys.counts, conditions],
    queryFn: async ({ signal }) => {
      const query = { ...conditions, count: 'true', per_page: '1', fields: 'id' };
      const { total, body } = await call('GET /gists', { query, signal });
      return total ?? { count: body.length, exact: false };
    },
  });

/** GET /gists/starred: the ids of the starred gists. A gist itself does not contain its star. */
export const starredGists = queryOptions({
  queryKey: gistKeys.starred,
  queryFn: ({ signal }) => readStarred(signal),
});

async function readStarred(signal: AbortSignal): Promise<ReadonlySet<string>> {
  const starred = await fetchAllPages(page =>
    call('GET /gists/starred', { query: { per_page: '100', fields: 'id', ...page }, signal }),
  );
  return new Set(starred.map(({ id }) => id));
}

/** GET /gists/{gist_id}. */
export const gistItem = (id: string) =>
  queryOptions({
    queryKey: gistKeys.item(id),
    queryFn: async ({ signal }) => (await call('GET /gists/{gist_id}', { params: { gist_id: id }, signal })).body,
    gcTime: cacheMilliseconds,
  });
