import { type Query, QueryClient } from '@tanstack/react-query';

const staleMilliseconds = 10_000;

/**
 * Creates the cache of server data. `call` retries requests, so errors here are final. The cache itself does not
 * refetch on focus: live updates refetch changed data, also on return to the page.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: { staleTime: staleMilliseconds, retry: false, networkMode: 'always', refetchOnWindowFocus: false },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  refetchInvalidatedDuringFirstFetch(client);
  return client;
}

/**
 * Refetches a query that was invalidated while it loaded its first data. The library restarts only fetches of queries
 * that have data, so the result could predate the change.
 */
function refetchInvalidatedDuringFirstFetch(client: QueryClient): void {
  const invalidated = new WeakSet<Query>();
  client.getQueryCache().subscribe(event => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    if (action.type === 'fetch') {
      invalidated.delete(query);
      // A failure invalidates the query, and an invalidated query reports no further invalidation.
      if (query.state.data === undefined && query.state.isInvalidated) query.setState({ isInvalidated: false });
    } else if (action.type === 'invalidate' && query.state.fetchStatus === 'fetching') invalidated.add(query);
    else if (action.type === 'success' && !action.manual && invalidated.delete(query))
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  });
}
