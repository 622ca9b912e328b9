import { queryOptions } from '@tanstack/react-query';
import { readSession } from '../api.ts';

/** GET /session: who is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => readSession(signal),
  staleTime: Number.POSITIVE_INFINITY,
});
