import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api-client/client.ts';
import { getCachedRows } from '../ticket-cache.ts';

/** GET /tags: the names of the 100 tags with the most tickets. */
const frequentTagsQuery = queryOptions({
  queryKey: ['frequent_tags'],
  queryFn: async ({ signal }) =>
    (await call('GET /tags', { query: { sort: '-tickets', per_page: '100' }, signal })).body.map(({ name }) => name),
  staleTime: 60_000,
});

const distinct = (values: readonly (string | null)[]): string[] =>
  [...new Set(values.filter(value => value !== null))].sort();

/**
 * Returns the tags and emails of the loaded tickets. Adds the most frequent tags of the desk.
 *
 * @param loadsTags if false, sends no request; frequent tags are then missing until another control
 *   has loaded them
 */
export function useKnownValues({ loadsTags }: { loadsTags: boolean }): { tags: string[]; emails: string[] } {
  const { data: frequentTags = [] } = useQuery({ ...frequentTagsQuery, enabled: loadsTags });
  const rows = getCachedRows(useQueryClient());
  return {
    tags: distinct([...frequentTags, ...rows.flatMap(row => row.tags)]),
    emails: distinct(rows.map(row => row.customer_email)),
  };
}
