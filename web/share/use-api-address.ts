import { useSuspenseQuery } from '@tanstack/react-query';
import { sessionQuery } from '../session/queries.ts';

/** Where programs reach the API, up to `/v1`. Only below the session's gate. */
export function useApiAddress(): string {
  const { data: session } = useSuspenseQuery(sessionQuery);
  return session.signed_in ? `${session.api_url}/v1` : '';
}
