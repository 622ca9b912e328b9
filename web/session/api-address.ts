import { useSuspenseQuery } from '@tanstack/react-query';
import { sessionQuery } from './queries.ts';

/** Base of the API for other programs, without a trailing slash and without /v1. Only below the session's gate. */
export function useApiAddress(): string {
  const { data } = useSuspenseQuery(sessionQuery);
  return data.signed_in ? data.api_url : '';
}
