import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Tag } from '#contract';
import { call } from '../../api-client/client.ts';
import { fetchAllPages } from '../../api-client/fetch-all-pages.ts';

/** Interval of refetches while a job changes the tickets of a tag. */
const pollMilliseconds = 1000;

const getInterval = (tags: readonly Tag[] = []): number | false =>
  tags.some(({ removal }) => removal !== null) && pollMilliseconds;

/** GET /tags, by name. */
export const tagsQuery = queryOptions({
  queryKey: ['tags'],
  queryFn: ({ signal }) => fetchAllPages(page => call('GET /tags', { query: { per_page: '100', ...page }, signal })),
  refetchInterval: ({ state: { data } }) => getInterval(data),
});

/** GET /tags/{name}. */
export const tagQuery = (name: string) =>
  queryOptions({
    queryKey: [...tagsQuery.queryKey, name],
    queryFn: async ({ signal }): Promise<Tag> => (await call('GET /tags/{name}', { params: { name }, signal })).body,
    refetchInterval: ({ state: { data, status } }) => status !== 'error' && getInterval(data && [data]),
  });

/** Whether a merge or deletion has stopped because its job failed or was discarded. */
export const isStoppedQuery = (name: string) =>
  queryOptions({
    queryKey: [...tagsQuery.queryKey, name, 'stopped'],
    queryFn: async ({ signal }): Promise<boolean> => {
      const query = { kind: 'replace_tag', state: 'waiting,running', per_page: '100' };
      const jobs = await fetchAllPages(page => call('GET /jobs', { query: { ...query, ...page }, signal }));
      if (jobs.some(({ key }) => key === name)) return false;
      // The job may have just finished. The request then gets a 404 or 410.
      return (await call('GET /tags/{name}', { params: { name }, signal })).body.removal !== null;
    },
    refetchInterval: 5000,
    staleTime: 0,
  });

/** Stores a tag that the server returned, and refetches the list. */
export function storeTag(client: QueryClient, tag: Tag): void {
  client.setQueryData(tagQuery(tag.name).queryKey, tag);
  void client.invalidateQueries({ queryKey: tagsQuery.queryKey, exact: true });
}
