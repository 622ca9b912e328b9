import { queryOptions } from '@tanstack/react-query';
import { waitForSession } from '../api-client/client.ts';

/** GET /session. Waits until the desk is reachable, since no page works without it. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => waitForSession(signal),
  staleTime: Number.POSITIVE_INFINITY,
});
