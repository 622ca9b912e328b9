import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Gist } from '#contract';
import { call } from '../api-client/client.ts';
import { toPrefixQuery } from '../list/prefix-query.ts';

const maxHits = '5';

/** GET /gists?q=…: the first gists that contain all words of the query. The last word matches as a prefix. */
export const gistHits = (serverQuery: string) =>
  queryOptions({
    queryKey: ['gists', 'hits', serverQuery],
    queryFn: async ({ signal }): Promise<Pick<Gist, 'id' | 'description'>[]> =>
      (
        await call('GET /gists', {
          query: { q: toPrefixQuery(serverQuery), per_page: maxHits, fields: 'id,description' },
          signal,
        })
      ).body,
    placeholderData: keepPreviousData,
  });
