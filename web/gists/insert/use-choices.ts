import { type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { gistList, type ListedGist, starredGists } from '../queries.ts';
import { matchGists } from './choices.ts';

const starredList = gistList({ starred: 'true', sort: '-updated_at' });
const recentList = gistList({ sort: '-updated_at' });

/** Prefetches the gists that the picker shows first. */
export function prefetchChoices(client: QueryClient): void {
  void client.prefetchQuery(starredGists);
  void client.prefetchInfiniteQuery(starredList);
  void client.prefetchInfiniteQuery(recentList);
}

const noGists: readonly ListedGist[] = [];

/** Returns the gists that match a query. `searched`: the throttled query sent to the server. */
export function useGistChoices(query: string, searched: string) {
  const starred = useInfiniteQuery(starredList);
  const recent = useInfiniteQuery(recentList);
  const found = useInfiniteQuery({ ...gistList({ q: searched }), enabled: searched !== '' });
  const { data: ids, isPending: areStarsPending } = useQuery(starredGists);
  // Waits for all lists, so that the first choice does not change. Gists can be inserted even if stars fail to load.
  const isLoaded = !areStarsPending && recent.data !== undefined && !starred.isPending;
  const gists = useMemo(() => {
    if (!isLoaded) return noGists;
    // Results for an earlier query may no longer match, and Enter would insert them.
    const isCurrent = searched !== '' && searched === query.trim() && !found.isPlaceholderData;
    const foundRows = isCurrent ? (found.data ?? noGists) : noGists;
    return matchGists(query, {
      rows: [...(starred.data ?? noGists), ...(recent.data ?? noGists), ...foundRows],
      foundIds: new Set(foundRows.map(({ id }) => id)),
      starredIds: ids ?? new Set(),
    });
  }, [query, searched, starred.data, recent.data, found.data, found.isPlaceholderData, ids, isLoaded]);
  const searchError = gists.length === 0 ? found.error : null;
  return {
    gists,
    isPending:
      (!isLoaded && !recent.isError) || found.isLoading || found.isPlaceholderData || query.trim() !== searched,
    /** The error of a failed request if there are no gists to show; otherwise null. */
    error: recent.data ? searchError : recent.error,
    retry: () => void (recent.data ? found : recent).refetch(),
  };
}
