import type { Interaction } from 'oidc-provider';

/**
 * Returns the authorization request of a step as a query. Forms contain it, so an expired form can restart the request.
 */
export const getAuthorizationRequest = ({ params }: Interaction): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (typeof value === 'string') query.set(name, value);
  return query.toString();
};

/**
 * Returns the URL that restarts a request with changed parameters; null removes a parameter. Clients link to the same
 * URL, so a forged form can do no more than a link.
 */
export const toRestartUrl = (apiPublicUrl: string, request: string, changed: Record<string, string | null>): string => {
  const query = new URLSearchParams(request);
  for (const [name, value] of Object.entries(changed)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  return `${apiPublicUrl}/oauth/authorize?${query}`;
};
