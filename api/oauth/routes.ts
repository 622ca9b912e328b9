import express, { type RequestHandler, type Router } from 'express';
import type { Provider } from 'oidc-provider';
import { cors } from '../http/cors.ts';
import { ApiError } from '../http/errors.ts';
import { clientEndpoints, emptySecretIsNone, formOnly, jsonOnly, only, readableQuery } from './endpoints.ts';
import { endOnPrograms, showPrograms } from './grants/programs.ts';
import { assets } from './pages/assets.ts';
import { pageErrors } from './pages/page-errors.ts';
import { publicAddress } from './public-address.ts';
import type { BeginLimits } from './sign-in/begin-limits.ts';
import { decideConsent, showConsent } from './sign-in/consent.ts';
import { confirmLogout, logout } from './sign-in/logout.ts';
import { beginAgainIfOver } from './sign-in/lost-answers.ts';
import { sameOrigin } from './sign-in/same-origin.ts';
import { showSignIn, signIn } from './sign-in/sign-in.ts';

type Needs = { beginLimits: BeginLimits } & Parameters<typeof signIn>[0] &
  Parameters<typeof pageErrors>[0] &
  Parameters<typeof showPrograms>[0];

/** Paths for browsers, whose errors are pages. */
const pagePaths = ['/oauth/authorize', '/oauth/sign-in', '/oauth/consent', '/oauth/logout', '/oauth/programs'];

/** Registers every route of the authorization server; `library` forwards a request to oidc-provider. */
export const createRoutes = (needs: Needs): Router => {
  const {
    site: { publicUrl },
    provider,
    beginLimits,
  } = needs;
  const router = express.Router({ caseSensitive: true, strict: true });
  const address = publicAddress(publicUrl);
  const form = express.urlencoded({ extended: false, limit: '64kb' });
  const library = forwardTo(provider);

  router.use('/oauth/assets', assets);
  router.all('/oauth/authorize', only('GET'), beginLimits.admit, address, readableQuery, library());
  router.all('/oauth/authorize/:uid', only('GET'), address, beginAgainIfOver({ publicUrl, provider }), library());
  for (const path of clientEndpoints) {
    const libraryPath = path.replace(/^\/v1/, '');
    router.all(path, cors, only('POST'), formOnly, emptySecretIsNone, jsonOnly, address, library(libraryPath));
  }
  router.all('/oauth/jwks', cors, only('GET'), jsonOnly, address, library());
  router.all('/.well-known/openid-configuration', cors, only('GET'), jsonOnly, address, library());
  router.all('/.well-known/oauth-authorization-server', cors, only('GET'), jsonOnly, address, library());
  router.get('/oauth/sign-in/:uid', address, showSignIn(needs));
  router.post('/oauth/sign-in/:uid', address, form, signIn(needs));
  router.all('/oauth/sign-in/:uid', only('GET', 'POST'));
  router.get('/oauth/consent/:uid', address, showConsent(needs));
  router.post('/oauth/consent/:uid', address, form, decideConsent(needs));
  router.all('/oauth/consent/:uid', only('GET', 'POST'));
  router.get('/oauth/logout', address, logout(needs));
  router.post('/oauth/logout', address, confirmLogout(needs));
  router.all('/oauth/logout', only('GET', 'POST'));
  router.get('/oauth/programs', address, showPrograms(needs));
  router.post('/oauth/programs', address, sameOrigin(publicUrl), form, endOnPrograms(needs));
  router.all('/oauth/programs', only('GET', 'POST'));
  router.use(pagePaths, notFound, pageErrors(needs));
  return router;
};

const notFound: RequestHandler = () => {
  throw new ApiError('no_route', 'No resource exists at this address.');
};

/** Forwards a request to oidc-provider, under the library's own path. */
const forwardTo =
  (provider: () => Provider) =>
  (path?: string): RequestHandler =>
  async (request, response) => {
    if (path !== undefined) request.url = path;
    // The library derives its base path from the difference between originalUrl and url.
    request.originalUrl = `${request.baseUrl}${request.url}`;
    await getCallback(provider())(request, response);
  };

const callbacks = new WeakMap<Provider, ReturnType<Provider['callback']>>();

const getCallback = (provider: Provider): ReturnType<Provider['callback']> => {
  const callback = callbacks.get(provider) ?? provider.callback();
  callbacks.set(provider, callback);
  return callback;
};
