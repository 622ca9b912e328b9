import type { RequestHandler } from 'express';
import { Provider } from 'oidc-provider';
import { queryOf } from '../query.ts';
import { findByCookie } from './interactions.ts';

/**
 * A question's answer may be sent twice by an impatient click, and a browser drops the answer to what it no longer waits
 * for: it has neither the code nor any cookie of it. The session keeps its number then. A new one is for whoever has just
 * typed a password, so that nobody knows it from before; who allows something is signed in as they were.
 */
export const keepNumberOnConsent = (provider: Provider): void => {
  const { prototype } = provider.Session;
  const { resetIdentifier } = prototype;
  prototype.resetIdentifier = function resetUnlessConsent() {
    if (!isConsent()) resetIdentifier.call(this);
  };
};

/** Whether the request goes on after a question, and not after a sign-in. */
const isConsent = (): boolean => {
  const { route, entities } = Provider.ctx?.oidc ?? {};
  return route === 'resume' && entities?.Interaction?.prompt.name === 'consent';
};

/**
 * The way on from a question names the request to begin again with, should the step be over: its answer was given to
 * somebody who no longer waited for it.
 */
export const beginAgainIfOver =
  ({ publicUrl, provider }: { publicUrl: string; provider: () => Provider }): RequestHandler =>
  async (request, response, next) => {
    const again = queryOf(request.url);
    if (again === '' || (await findByCookie(provider(), request, response, 'resume')) !== undefined) return next();
    response.redirect(303, `${publicUrl}/oauth/authorize?${again}`);
  };
