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

/** What the addresses lead to needs. */
type Needs = { beginLimits: BeginLimits } & Parameters<typeof signIn>[0] &
  Parameters<typeof pageErrors>[0] &
  Parameters<typeof showPrograms>[0];

/** Where people get to with a browser: what goes wrong there is told as a page. */
const pages = ['/oauth/authorize', '/oauth/sign-in', '/oauth/consent', '/oauth/logout', '/oauth/programs'];

/** Every address of the server. Those the library does not answer itself lead to it through `library`. */
export const createRoutes = (needs: Needs): Router => {
  const {
    site: { publicUrl },
    provider,
    beginLimits,
  } = needs;
  const router = express.Router({ caseSensitive: true, strict: true });
  const address = publicAddress(publicUrl);
  const form = express.urlencoded({ extended: false, limit: '64kb' });
  const library = toLibrary(provider);

  router.use('/oauth/assets', assets);
  router.all('/oauth/authorize', only('GET'), beginLimits.admit, address, readableQuery, library());
  router.all('/oauth/authorize/:uid', only('GET'), address, beginAgainIfOver({ publicUrl, provider }), library());
  for (const path of clientEndpoints) {
    const known = path.replace(/^\/v1/, '');
    router.all(path, cors, only('POST'), formOnly, emptySecretIsNone, jsonOnly, address, library(known));
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
  router.use(pages, nothingHere, pageErrors(needs));
  return router;
};

const nothingHere: RequestHandler = () => {
  throw new ApiError('no_route', 'No resource exists at this address.');
};

/** Hands a request to oidc-provider, under the path the library knows it by. */
const toLibrary =
  (provider: () => Provider) =>
  (path?: string): RequestHandler =>
  async (request, response) => {
    if (path !== undefined) request.url = path;
    // The library takes the prefix of its addresses from the difference of the two.
    request.originalUrl = `${request.baseUrl}${request.url}`;
    await callbackOf(provider())(request, response);
  };

const callbacks = new WeakMap<Provider, ReturnType<Provider['callback']>>();

const callbackOf = (provider: Provider): ReturnType<Provider['callback']> => {
  const known = callbacks.get(provider) ?? provider.callback();
  callbacks.set(provider, known);
  return known;
};
