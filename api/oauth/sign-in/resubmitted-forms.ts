import type { RequestHandler } from 'express';
import { Provider } from 'oidc-provider';
import { getRawQuery } from '../endpoints.ts';
import { findByCookie } from './interactions.ts';

/**
 * Keeps the session id when a person consents. After a double click, the browser drops the first response with its
 * cookies, so a new id would be lost. Only a sign-in needs a new id, against session fixation.
 */
export const keepSessionIdOnConsent = (provider: Provider): void => {
  const { prototype } = provider.Session;
  const { resetIdentifier } = prototype;
  prototype.resetIdentifier = function resetUnlessConsent() {
    if (!isConsent()) resetIdentifier.call(this);
  };
};

/** Tests if the request resumes after consent rather than after a sign-in. */
const isConsent = (): boolean => {
  const { route, entities } = Provider.ctx?.oidc ?? {};
  return route === 'resume' && entities?.Interaction?.prompt.name === 'consent';
};

/**
 * Restarts the authorization if the step to resume is already completed. The response of that step went to a request
 * that the browser had dropped. The query contains the authorization request; without a query, nothing restarts.
 */
export const restartIfCompleted =
  ({ apiPublicUrl, provider }: { apiPublicUrl: string; provider: () => Provider }): RequestHandler =>
  async (request, response, next) => {
    const authorization = getRawQuery(request.url);
    if (authorization === '' || (await findByCookie(provider(), request, response, 'resume')) !== undefined)
      return next();
    response.redirect(303, `${apiPublicUrl}/oauth/authorize?${authorization}`);
  };
