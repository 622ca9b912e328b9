import express, { type RequestHandler, type Router } from 'express';
import type { Provider } from 'oidc-provider';
import { cors } from '../http/cors.ts';
import { ApiError } from '../http/errors.ts';
import {
  clientEndpoints,
  forceJsonResponse,
  normalizeEmptySecret,
  requireForm,
  requireValidQuery,
  restrictMethods,
} from './endpoints.ts';
import { changeSecurity, showSecurity, startPasskey } from './factors/security-routes.ts';
import { revokeConnectedApp, showConnectedApps } from './grants/connected-apps-routes.ts';
import { serveAssets } from './pages/assets.ts';
import { handlePageErrors } from './pages/page-errors.ts';
import { readDeskName } from './pages/site.ts';
import { publicAddress } from './public-address.ts';
import type { AuthorizationLimits } from './sign-in/authorization-limits.ts';
import { decideConsent, showConsent } from './sign-in/consent.ts';
import type { LinkLimits } from './sign-in/link-limits.ts';
import { confirmLogout, showLogout } from './sign-in/logout.ts';
import { finishMailboxSignIn, startMailboxSignIn } from './sign-in/mailbox-sign-in.ts';
import { acceptOneTimeLink, requestReset, showForgot, showOneTimeLink } from './sign-in/one-time-links.ts';
import { startPasskeySignIn } from './sign-in/passkey-sign-in.ts';
import { restartIfCompleted } from './sign-in/resubmitted-forms.ts';
import { requireSameOrigin } from './sign-in/same-origin.ts';
import { handleSignIn, showSignIn } from './sign-in/sign-in.ts';
import { showUnsubscribe, stopMail } from './sign-in/unsubscribe.ts';
import { finishUpstreamSignIn, provePassword, showProvePassword } from './upstream/finish-upstream.ts';
import { startUpstreamInvitation, startUpstreamSignIn } from './upstream/start-upstream.ts';

type Dependencies = {
  authorizationLimits: AuthorizationLimits;
  linkLimits: LinkLimits;
  refreshKeys: RequestHandler;
} & Parameters<typeof handleSignIn>[0] &
  Parameters<typeof handlePageErrors>[0] &
  Parameters<typeof showConnectedApps>[0] &
  Parameters<typeof showSecurity>[0] &
  Parameters<typeof startMailboxSignIn>[0] &
  Parameters<typeof showOneTimeLink>[0] &
  Parameters<typeof showUnsubscribe>[0] &
  Parameters<typeof finishUpstreamSignIn>[0];

/** Paths that people open in a browser. Their errors are HTML pages. */
const pagePaths = [
  ...['/oauth/authorize', '/oauth/sign-in', '/oauth/consent', '/oauth/logout', '/oauth/programs', '/oauth/security'],
  ...['/oauth/mailboxes', '/oauth/mailbox-callback', '/oauth/one-time', '/oauth/forgot', '/oauth/upstream'],
  '/oauth/unsubscribe',
];

const metadataPaths = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'];

/** Returns a function that lists the handlers of a client endpoint. The last handler forwards to oidc-provider. */
export const createClientSteps = ({
  site,
  provider,
  refreshKeys,
}: Pick<Dependencies, 'site' | 'provider' | 'refreshKeys'>): ((path: string) => RequestHandler[]) => {
  const [address, forward] = [publicAddress(site.apiPublicUrl), forwardTo(provider)];
  return path => [
    cors,
    restrictMethods('POST'),
    requireForm,
    refreshKeys,
    normalizeEmptySecret,
    forceJsonResponse,
    address,
    forward(path.replace(/^\/v1/, '')),
  ];
};

/** Registers every route of the authorization server. */
export const createRoutes = (dependencies: Dependencies): Router => {
  const {
    site: { apiPublicUrl },
    provider,
    authorizationLimits,
    linkLimits,
  } = dependencies;
  const router = express.Router({ caseSensitive: true, strict: true });
  const address = publicAddress(apiPublicUrl);
  const sameOrigin = requireSameOrigin(apiPublicUrl);
  const form = express.urlencoded({ extended: false, limit: '64kb' });
  const forward = forwardTo(provider);
  const clientSteps = createClientSteps(dependencies);

  router.use('/oauth/assets', serveAssets);
  router.use(['/oauth', '/.well-known'], dependencies.refreshKeys);
  router.use(pagePaths, readDeskName(dependencies.site, dependencies.database));
  router.all(
    '/oauth/authorize',
    restrictMethods('GET'),
    authorizationLimits.admit,
    address,
    requireValidQuery,
    forward(),
  );
  router.all(
    '/oauth/authorize/:uid',
    restrictMethods('GET'),
    address,
    restartIfCompleted({ apiPublicUrl, provider }),
    forward(),
  );
  for (const path of clientEndpoints) router.all(path, ...clientSteps(path));
  for (const path of ['/oauth/jwks', ...metadataPaths]) {
    router.all(path, cors, restrictMethods('GET'), forceJsonResponse, address, forward());
  }
  router.get('/oauth/sign-in/:uid', address, showSignIn(dependencies));
  router.post('/oauth/sign-in/:uid', address, form, handleSignIn(dependencies));
  router.all('/oauth/sign-in/:uid', restrictMethods('GET', 'POST'));
  router.post(
    '/oauth/sign-in/:uid/passkey',
    authorizationLimits.admit,
    address,
    sameOrigin,
    startPasskeySignIn(dependencies),
  );
  router.get('/oauth/consent/:uid', address, showConsent(dependencies));
  router.post('/oauth/consent/:uid', address, form, decideConsent(dependencies));
  router.all('/oauth/consent/:uid', restrictMethods('GET', 'POST'));
  router.get('/oauth/logout', address, showLogout(dependencies));
  router.post('/oauth/logout', address, confirmLogout(dependencies));
  router.all('/oauth/logout', restrictMethods('GET', 'POST'));
  router.get('/oauth/programs', address, showConnectedApps(dependencies));
  router.post('/oauth/programs', address, sameOrigin, form, revokeConnectedApp(dependencies));
  router.all('/oauth/programs', restrictMethods('GET', 'POST'));
  router.get('/oauth/security', address, showSecurity(dependencies));
  router.post('/oauth/security', address, sameOrigin, form, changeSecurity(dependencies));
  router.all('/oauth/security', restrictMethods('GET', 'POST'));
  router.post('/oauth/security/passkey', address, sameOrigin, startPasskey(dependencies));
  router.all(['/oauth/sign-in/:uid/passkey', '/oauth/security/passkey'], restrictMethods('POST'));
  router.get('/oauth/mailboxes/:id', address, startMailboxSignIn(dependencies));
  router.get('/oauth/mailbox-callback', address, requireValidQuery, finishMailboxSignIn(dependencies));
  router.all(['/oauth/mailboxes/:id', '/oauth/mailbox-callback'], restrictMethods('GET'));
  router.get('/oauth/one-time/:token', address, linkLimits.invalidLinks, showOneTimeLink(dependencies));
  router.post(
    '/oauth/one-time/:token',
    address,
    sameOrigin,
    linkLimits.invalidLinks,
    form,
    acceptOneTimeLink(dependencies),
  );
  router.all('/oauth/one-time/:token', restrictMethods('GET', 'POST'));
  router.get('/oauth/forgot', address, showForgot(dependencies));
  router.post('/oauth/forgot', address, sameOrigin, linkLimits.forgot, form, requestReset(dependencies));
  router.all('/oauth/forgot', restrictMethods('GET', 'POST'));
  router.get('/oauth/unsubscribe/:token', address, showUnsubscribe(dependencies));
  router.post('/oauth/unsubscribe/:token', address, stopMail(dependencies));
  router.all('/oauth/unsubscribe/:token', restrictMethods('GET', 'POST'));
  const startPaths = ['/oauth/sign-in/:uid/upstream/:provider', '/oauth/one-time/:token/upstream/:provider'] as const;
  router.get(startPaths[0], authorizationLimits.admit, address, startUpstreamSignIn(dependencies));
  router.get(startPaths[1], authorizationLimits.admit, address, startUpstreamInvitation(dependencies));
  const callback = '/oauth/upstream/:provider/callback';
  router.get(callback, address, requireValidQuery, finishUpstreamSignIn(dependencies));
  router.all([...startPaths, callback], restrictMethods('GET'));
  const passwordPath = '/oauth/upstream/:provider/password';
  router.get(passwordPath, address, showProvePassword(dependencies));
  router.post(passwordPath, address, sameOrigin, form, provePassword(dependencies));
  router.all(passwordPath, restrictMethods('GET', 'POST'));
  router.use(pagePaths, notFound, handlePageErrors(dependencies));
  return router;
};

const notFound: RequestHandler = () => {
  throw new ApiError('no_route', 'No resource exists at this URL.');
};

/** Forwards a request to oidc-provider. `path` replaces the URL if oidc-provider has a different path. */
const forwardTo =
  (provider: () => Provider) =>
  (path?: string): RequestHandler =>
  async (request, response) => {
    if (path !== undefined) request.url = path;
    // oidc-provider derives its base path from the difference between originalUrl and url.
    request.originalUrl = `${request.baseUrl}${request.url}`;
    await getCallback(provider())(request, response);
  };

const callbacks = new WeakMap<Provider, ReturnType<Provider['callback']>>();

const getCallback = (provider: Provider): ReturnType<Provider['callback']> => {
  const callback = callbacks.get(provider) ?? provider.callback();
  callbacks.set(provider, callback);
  return callback;
};
