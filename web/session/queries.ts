import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { waitForSession } from '../api-client/client.ts';

/** GET /session. Waits until the desk is reachable, since no page works without the session. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => waitForSession(signal),
  staleTime: Number.POSITIVE_INFINITY,
});

/**
 * Returns the API's base URL for other clients, without a trailing slash and without /v1. Empty if signed out. Only for
 * components inside `SessionGate`.
 */
export function useApiUrl(): string {
  const { data } = useSuspenseQuery(sessionQuery);
  return data.signed_in ? data.api_url : '';
}

/** Returns the URL of the authorization server's page with the person's connected apps. */
export const useConnectedAppsUrl = (): string => `${useApiUrl()}/oauth/programs`;

/** Returns the URL of the authorization server's page for second factors. */
export const useSecurityUrl = (): string => `${useApiUrl()}/oauth/security`;
