import { type Query, QueryClient } from '@tanstack/react-query';

const freshMilliseconds = 10_000;

/**
 * The cache of everything read. What meets an obstacle on the way to the desk waits below, in `call`, and is sent again
 * there; what arrives here as an error is final. What is new is looked for in one place (`news/`), not by each query.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: { staleTime: freshMilliseconds, retry: false, networkMode: 'always', refetchOnWindowFocus: false },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  readOvertakenAgain(client);
  return client;
}

/**
 * What is invalidated while it is being read for the first time would stay as that reading finds it, which may have
 * begun before the change: the cache begins only later readings anew. Such a reading is done once more when it is over.
 */
function readOvertakenAgain(client: QueryClient): void {
  const overtaken = new WeakSet<Query>();
  client.getQueryCache().subscribe(event => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    if (action.type === 'fetch') overtaken.delete(query);
    else if (action.type === 'invalidate' && query.state.fetchStatus === 'fetching') overtaken.add(query);
    else if (action.type === 'success' && !action.manual && overtaken.delete(query))
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  });
}
