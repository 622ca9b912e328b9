import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../api.ts';
import { cursorOf } from '../link-header.ts';
import type { GistFilter } from './filter.ts';

const pageSize = '50';

/** Where each kind of reading lies in the cache. */
export const gistKeys = {
  lists: ['gists', 'list'],
  starred: ['gists', 'starred'],
  item: (id: string) => ['gists', 'item', id],
} as const;

/** GET /gists, page after page along Link `next`. */
export const gistList = (filter: GistFilter) =>
  infiniteQueryOptions({
    queryKey: [...gistKeys.lists, filter],
    queryFn: ({ pageParam: cursor, signal }) =>
      call('GET /gists', { query: { ...filter, per_page: pageSize, ...(cursor && { cursor }) }, signal }),
    initialPageParam: '',
    getNextPageParam: page => cursorOf(page.links.next),
    select: ({ pages }) => pages.flatMap(page => page.body),
    placeholderData: keepPreviousData,
  });

/** GET /gists/starred: the ids of the gists one starred, which a gist itself does not tell. */
export const starredGists = queryOptions({
  queryKey: gistKeys.starred,
  queryFn: ({ signal }) => readStarred(signal),
});

async function readStarred(signal: AbortSignal): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  let cursor: string | undefined;
  do {
    const query = { per_page: '100', fields: 'id', ...(cursor && { cursor }) };
    const { body, links } = await call('GET /gists/starred', { query, signal });
    for (const { id } of body) ids.add(id);
    cursor = cursorOf(links.next);
  } while (cursor);
  return ids;
}

/** GET /gists/{gist_id}. */
export const gistItem = (id: string) =>
  queryOptions({
    queryKey: gistKeys.item(id),
    queryFn: async ({ signal }) => (await call('GET /gists/{gist_id}', { params: { gist_id: id }, signal })).body,
  });
