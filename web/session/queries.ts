import { queryOptions } from '@tanstack/react-query';
import { waitForSession } from '../api.ts';

/** GET /session: who is signed in. Without it there is no page: it waits until the desk can be reached. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => waitForSession(signal),
  staleTime: Number.POSITIVE_INFINITY,
});
