import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Configuration, interactionPolicy, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Logger } from 'pino';
import { statusOf } from '#contract/errors';
import { advice, outageOf } from '../database/outage.ts';
import type { ApiError } from '../http/errors.ts';
import { unavailable } from '../http/unavailable.ts';
import { findAccount } from './accounts/accounts.ts';
import { policyOf } from './clients/client-policy.ts';
import { isSecretOf } from './clients/client-secret.ts';
import { lifetimes } from './clients/lifetimes.ts';
import { cookieSettings } from './cookies.ts';
import { grantable } from './grants/grantable.ts';
import { startGrant } from './grants/grants.ts';
import { programsClient } from './grants/programs-client.ts';
import type { Keys } from './keys/keys.ts';
import { renderErrorPage } from './pages/error-page.ts';
import type { Site } from './pages/site.ts';
import { internalsOf } from './provider-internals.ts';
import { supportedScopes } from './scopes.ts';
import type { BeginLimits } from './sign-in/begin-limits.ts';
import { keepNumberOnConsent } from './sign-in/lost-answers.ts';
import { createAdapter } from './store/adapter.ts';
import type { Records } from './store/records.ts';
import { EndedMeanwhile, type Standing } from './store/standing.ts';
import type { UnitOfWork } from './store/unit-of-work.ts';
import { shapeAnswers } from './tokens/answers.ts';
import { allowImplicit } from './tokens/implicit.ts';
import { exchangeOnce, refreshOnce } from './tokens/single-use.ts';
import type { TokenLimits } from './tokens/token-limits.ts';

/** What the authorization server is made of. */
export type ProviderParts = {
  /** Its public address is the issuer. */
  site: Site;
  keys: Keys;
  work: UnitOfWork;
  records: Records;
  standing: Standing;
  limits: TokenLimits;
  beginLimits: BeginLimits;
  clock: () => number;
  log: Logger;
};

/** oidc-provider, told what this desk promises. It answers; which addresses reach it is oauth.ts's business. */
export const createProvider = (parts: ProviderParts): Provider => {
  const { site } = parts;
  const { publicUrl } = site;
  const { work, records, limits, beginLimits, clock, log } = parts;
  const provider = new Provider(publicUrl, configure(parts));
  // The scheme and host of every address come from X-Forwarded-Proto and Host, which public-address.ts sets.
  provider.proxy = true;
  provider.Client.prototype.compareClientSecret = function compareHashes(presented) {
    return isSecretOf(this, presented, clock());
  };
  keepNumberOnConsent(provider);
  const { grantTypeHandlers, responseModes } = internalsOf(provider);
  // The library answers form_post with a page whose inline script submits it.
  responseModes.delete('form_post');
  const needs = { work, records, limits, clock, log };
  for (const [name, once] of Object.entries({ authorization_code: exchangeOnce, refresh_token: refreshOnce })) {
    const handler = grantTypeHandlers.get(name);
    if (handler === undefined) throw new Error(`oidc-provider has no handler for ${name}.`);
    grantTypeHandlers.set(name, once(needs, handler));
  }
  allowImplicit(provider);
  const outages = new WeakMap<ServerResponse, ApiError>();
  const noteFault = (ctx: KoaContextWithOIDC, error: unknown): void => {
    const outage = outageOf(error);
    if (outage !== null) outages.set(ctx.res, tell(ctx, unavailable(outage, error)));
    log.error({ err: error }, outage === null ? 'unexpected error in the sign-in' : advice[outage]);
  };
  provider.on('server_error', noteFault);
  provider.use(shapeAnswers(limits, ({ res }) => outages.get(res)));
  // What is kept and counted last may find the store gone: the library's own net for errors is further inside.
  provider.use(async (ctx: KoaContextWithOIDC, next) => {
    await next().catch(error => {
      answerFault(site, ctx);
      noteFault(ctx, error);
    });
  });
  const begun = new WeakSet<IncomingMessage>();
  provider.on('interaction.started', ({ req }) => void begun.add(req));
  // Counted before it is answered, so that whoever asks again is counted after it.
  provider.use(async ({ req }, next) => {
    await next();
    if (begun.has(req)) await beginLimits.count(req);
  });
  // Answered when all is kept that the request has made, and that at once: a grant, its code, the session.
  provider.use(async (ctx, next) => {
    await work.gather(next).catch(error => {
      if (!(error instanceof EndedMeanwhile)) throw error;
      // As the request finds things now, it begins with a sign-in.
      ctx.status = 303;
      ctx.redirect(ctx.originalUrl);
    });
  });
  const application: EventEmitter = provider;
  application.on('error', error => log.error({ err: error }, 'unexpected error in the sign-in'));
  return provider;
};

/** What programs ask, and not people with a browser. */
const forPrograms = new Set(['token', 'revocation', 'introspection']);

/** In place of what was to be answered: nothing of that is kept. */
const answerFault = (site: Site, ctx: KoaContextWithOIDC): void => {
  for (const name of ['Location', 'Set-Cookie']) ctx.remove(name);
  ctx.status = 500;
  if (forPrograms.has(ctx.oidc?.route)) ctx.body = { error: 'server_error' };
  else renderErrorPage(site)(ctx, { error: 'server_error' }, new Error('server_error'));
};

/** Pages have the status and headers of an outage too. */
const tell = (ctx: KoaContextWithOIDC, outage: ApiError): ApiError => {
  ctx.status = statusOf(outage.is);
  ctx.set(outage.extra.headers ?? {});
  return outage;
};

const configure = ({ site, keys, work, records, standing, clock }: ProviderParts): Configuration => ({
  adapter: createAdapter(work, records, standing),
  clients: [programsClient(site.publicUrl)],
  jwks: { keys: keys.signing },
  cookies: cookieSettings(site.publicUrl, keys.cookies),
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
        const person = 'accountId' in token && typeof token.accountId === 'string' ? token.accountId : '';
        return token.clientId === client.clientId && (await findAccount(work.queries(), person)) !== null;
      },
    },
  },
  scopes: supportedScopes,
  claims: { openid: ['sub'] },
  extraParams: {
    // Called at the end of the checks; the library's documentation lets it set parameters.
    scope(ctx, value, client) {
      if (ctx.oidc.params) ctx.oidc.params['scope'] = grantable(value, policyOf(client).scopes);
    },
  },
  extraClientMetadata: { properties: ['policy', 'old_secret'] },
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
  // `none` is what programs-client.ts asks for; no other client may.
  responseTypes: ['code', 'none'],
  allowOmittingSingleRegisteredRedirectUri: false,
  pkce: { required: (_ctx, client) => client.clientAuthMethod === 'none' || policyOf(client).firstParty },
  rotateRefreshToken: true,
  issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
  expiresWithSession: async () => false,
  loadExistingGrant: startGrant({ records, standing }),
  ttl: lifetimes(clock),
  clockTolerance: 0,
  async findAccount(_ctx, id) {
    const account = await findAccount(work.queries(), id);
    return account === null ? undefined : { accountId: id, claims: () => ({ sub: id }) };
  },
  clientBasedCORS: () => true,
  interactions: {
    policy: signInPolicy(),
    url: (_ctx, { prompt, uid }) =>
      `${site.publicUrl}/oauth/${prompt.name === 'consent' ? 'consent' : 'sign-in'}/${uid}`,
  },
  renderError: renderErrorPage(site),
});

/** The library's own policy, and one more reason to ask who it is: the person of the session may no longer sign in. */
const signInPolicy = (): interactionPolicy.DefaultPolicy => {
  const policy = interactionPolicy.base();
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        'no_account',
        'The person may no longer sign in',
        ctx => ctx.oidc.session?.accountId !== undefined && ctx.oidc.account === undefined,
      ),
    );
  return policy;
};
