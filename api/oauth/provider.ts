import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Configuration, interactionPolicy, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Logger } from 'pino';
import { getErrorStatus } from '#contract/errors';
import { findStoreOutage, outageAdvice } from '../database/outage.ts';
import type { ApiError } from '../http/errors.ts';
import { storeUnavailableError } from '../http/store-unavailable.ts';
import { findAccount } from './accounts/accounts.ts';
import { getPolicy, tokenLifetimes } from './clients/client-policy.ts';
import { verifyClientSecret } from './clients/client-secret.ts';
import { cookieSettings } from './cookies.ts';
import { createConnectedAppsClient } from './grants/connected-apps-client.ts';
import { toGrantableScope } from './grants/scope-cap.ts';
import { startGrant } from './grants/start-grant.ts';
import type { SharedKeys } from './keys/keys.ts';
import { createRenderError } from './pages/error-page.ts';
import type { Site } from './pages/site.ts';
import { getProviderInternals } from './provider-internals.ts';
import { supportedScopes } from './scopes.ts';
import type { AuthorizationLimits } from './sign-in/authorization-limits.ts';
import { keepSessionIdOnConsent } from './sign-in/resubmitted-forms.ts';
import { createAdapter } from './store/adapter.ts';
import type { Records } from './store/records.ts';
import { type RevocationCheck, RevokedDuringRequestError } from './store/revocation-check.ts';
import type { UnitOfWork } from './store/unit-of-work.ts';
import { allowImplicit } from './tokens/implicit.ts';
import { shapeResponses } from './tokens/shape-responses.ts';
import { handleCodeExchange, handleRefresh } from './tokens/single-use.ts';
import type { TokenLimits } from './tokens/token-limits.ts';

export type ProviderParts = {
  /** Its public URL is the issuer. */
  site: Site;
  keys: SharedKeys;
  work: UnitOfWork;
  records: Records;
  revocationCheck: RevocationCheck;
  limits: TokenLimits;
  authorizationLimits: AuthorizationLimits;
  clock: () => number;
  log: Logger;
};

/** Creates and configures oidc-provider. routes.ts decides which requests reach it. */
export const createProvider = (parts: ProviderParts): Provider => {
  const { site } = parts;
  const { apiPublicUrl } = site;
  const { work, records, limits, authorizationLimits, clock, log } = parts;
  const provider = new Provider(apiPublicUrl, configure(parts));
  // oidc-provider reads scheme and host from X-Forwarded-Proto and Host, which public-address.ts sets.
  provider.proxy = true;
  provider.Client.prototype.compareClientSecret = function compareHashes(presented) {
    return verifyClientSecret(this, presented, clock());
  };
  keepSessionIdOnConsent(provider);
  const { grantTypeHandlers, responseModes } = getProviderInternals(provider);
  // form_post needs an inline script, which the Content-Security-Policy forbids.
  responseModes.delete('form_post');
  const dependencies = { work, records, limits, clock, log };
  for (const [name, wrap] of Object.entries({ authorization_code: handleCodeExchange, refresh_token: handleRefresh })) {
    const handler = grantTypeHandlers.get(name);
    if (handler === undefined) throw new Error(`oidc-provider has no handler for ${name}.`);
    grantTypeHandlers.set(name, wrap(dependencies, handler));
  }
  allowImplicit(provider);
  const outages = new WeakMap<ServerResponse, ApiError>();
  const reportError = (ctx: KoaContextWithOIDC, error: unknown): void => {
    const outage = findStoreOutage(error);
    if (outage !== null) outages.set(ctx.res, setOutageHeaders(ctx, storeUnavailableError(outage, error)));
    log.error({ err: error }, outage === null ? 'unexpected error in the authorization server' : outageAdvice[outage]);
  };
  provider.on('server_error', (ctx, error) => {
    // oidc-provider responds to the error itself, so the error does not reach the batch below.
    work.discard();
    reportError(ctx, error);
  });
  provider.use(shapeResponses(limits, ({ res }) => outages.get(res)));
  // Catches errors of the middleware below, such as a store outage. oidc-provider does not handle these errors.
  provider.use(async (ctx: KoaContextWithOIDC, next) => {
    await next().catch(error => {
      respondWithServerError(site, ctx);
      reportError(ctx, error);
    });
  });
  const startedRequests = new WeakSet<IncomingMessage>();
  provider.on('interaction.started', ({ req }) => void startedRequests.add(req));
  // Counts before the response is sent, so that the next request is checked against the new count.
  provider.use(async ({ req }, next) => {
    await next();
    if (startedRequests.has(req)) await authorizationLimits.count(req);
  });
  // Stores all changes of the request (grant, code, session) in one transaction before the response.
  provider.use(async (ctx, next) => {
    await work.batch(next).catch(error => {
      if (!(error instanceof RevokedDuringRequestError)) throw error;
      // Redirects to the same URL, which now asks for a sign-in or consent.
      ctx.status = 303;
      ctx.redirect(ctx.originalUrl);
    });
  });
  const application: EventEmitter = provider;
  application.on('error', error => log.error({ err: error }, 'unexpected error in the authorization server'));
  return provider;
};

/** oidc-provider routes that clients call without a browser. */
const clientEndpointRoutes = new Set(['token', 'revocation', 'introspection']);

/** Replaces the response with a server error, since the changes of the request were not stored. */
const respondWithServerError = (site: Site, ctx: KoaContextWithOIDC): void => {
  for (const name of ['Location', 'Set-Cookie']) ctx.remove(name);
  ctx.status = 500;
  if (clientEndpointRoutes.has(ctx.oidc?.route)) ctx.body = { error: 'server_error' };
  else createRenderError(site)(ctx, { error: 'server_error' }, new Error('server_error'));
};

/** Sets the status and headers of an outage, on pages too. */
const setOutageHeaders = (ctx: KoaContextWithOIDC, outage: ApiError): ApiError => {
  ctx.status = getErrorStatus(outage.errorName);
  ctx.set(outage.extra.headers ?? {});
  return outage;
};

const configure = ({ site, keys, work, records, revocationCheck, clock }: ProviderParts): Configuration => ({
  adapter: createAdapter(work, records, revocationCheck),
  clients: [createConnectedAppsClient(site.apiPublicUrl)],
  jwks: { keys: keys.signing },
  cookies: cookieSettings(site.apiPublicUrl, keys.cookies),
  routes: {
    authorization: '/oauth/authorize',
    token: '/oauth/token',
    revocation: '/oauth/revoke',
    introspection: '/oauth/introspect',
    jwks: '/oauth/jwks',
    end_session: '/oauth/logout',
  },
  features: {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    resourceIndicators: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: true },
    revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    introspection: {
      enabled: true,
      async allowedPolicy(_ctx, client, token) {
        const accountId = 'accountId' in token && typeof token.accountId === 'string' ? token.accountId : '';
        return token.clientId === client.clientId && (await findAccount(work.queries(), accountId)) !== null;
      },
    },
  },
  scopes: supportedScopes,
  claims: { openid: ['sub'] },
  extraParams: {
    // Runs after oidc-provider's checks; its documentation allows setting parameters here.
    scope(ctx, value, client) {
      if (ctx.oidc.params) ctx.oidc.params['scope'] = toGrantableScope(value, getPolicy(client).scopes);
    },
  },
  extraClientMetadata: { properties: ['policy', 'old_secret'] },
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
  // Only connected-apps-client.ts uses the response type `none`.
  responseTypes: ['code', 'none'],
  allowOmittingSingleRegisteredRedirectUri: false,
  pkce: { required: (_ctx, client) => client.clientAuthMethod === 'none' || getPolicy(client).firstParty },
  rotateRefreshToken: true,
  issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
  expiresWithSession: async () => false,
  loadExistingGrant: startGrant({ records, revocationCheck }),
  ttl: tokenLifetimes(clock),
  clockTolerance: 0,
  async findAccount(_ctx, id) {
    const account = await findAccount(work.queries(), id);
    return account === null ? undefined : { accountId: id, claims: () => ({ sub: id }) };
  },
  clientBasedCORS: () => true,
  interactions: {
    policy: signInPolicy(),
    url: (_ctx, { prompt, uid }) =>
      `${site.apiPublicUrl}/oauth/${prompt.name === 'consent' ? 'consent' : 'sign-in'}/${uid}`,
  },
  renderError: createRenderError(site),
});

/** Extends oidc-provider's policy: asks for a sign-in if the session's person is disabled. */
const signInPolicy = (): interactionPolicy.DefaultPolicy => {
  const policy = interactionPolicy.base();
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        'no_account',
        'The person is disabled',
        ctx => ctx.oidc.session?.accountId !== undefined && ctx.oidc.account === undefined,
      ),
    );
  return policy;
};
