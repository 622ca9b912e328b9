import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { countRequests } from '#server/count-requests';
import { exceptProbes } from '#server/probes';
import type { TrustedProxies } from '#server/trusted-proxies';
import type { Turns } from '#server/turns';
import { auth } from './auth.ts';
import { answerErrors } from './errors.ts';
import { alive, ready } from './health.ts';
import { logRequests } from './log.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import type { Metrics } from './metrics.ts';
import { noRoute } from './problems.ts';
import { proxy } from './proxy.ts';
import { navigationOnly, sameOriginOnly } from './requests/csrf.ts';
import { shedLoad } from './requests/load-shedding.ts';
import { only } from './requests/methods.ts';
import { confidential, protect } from './requests/policy.ts';
import { requireSoundShape } from './requests/request-shape.ts';
import { session } from './session.ts';
import { cookiePolicy } from './sessions/cookies.ts';
import { countRenewals } from './sessions/count-renewals.ts';
import { createRefresher } from './sessions/refresh.ts';
import { createSeal } from './sessions/seal.ts';
import { createSessionCookie } from './sessions/session-cookie.ts';
import type { SessionKeys } from './sessions/session-keys.ts';
import { createSignedIn } from './sessions/signed-in.ts';
import { exchangeOnce } from './sign-in/exchange.ts';
import type { OAuthClient } from './sign-in/oauth-client.ts';
import { createTransactions } from './sign-in/transaction.ts';
import { createUnfinishedSignOut } from './sign-in/unfinished-sign-out.ts';
import { files } from './static.ts';
import type { ApiConnection } from './upstream/api-connection.ts';
import { allowedByContract } from './upstream/proxy-target.ts';
import { readWebFiles } from './web-files.ts';

/** Everything the bff is made with. Addresses carry no trailing slash. */
export type BffDependencies = {
  /** Origin where browsers reach the bff. */
  publicUrl: string;
  /** Base of the API as browsers see it: the OAuth issuer. */
  apiPublicUrl: string;
  api: ApiConnection;
  /** This bff as a client of the authorization server at `apiPublicUrl`. */
  oauth: OAuthClient;
  sessionKeys: SessionKeys;
  /** The built web app, read once. */
  webDir: string;
  log: Logger;
  metrics: Metrics;
  /** The proxies that are believed about where a browser is. */
  trustProxy: TrustedProxies;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** Whether the process has been told to end. */
  isEnding: () => boolean;
  turns: Turns;
};

/** The bff as one pipeline: every request runs down the list until a step answers it. */
export function createBff(deps: BffDependencies): Express {
  const { publicUrl, apiPublicUrl, api, oauth, sessionKeys, webDir, log, metrics, clock } = deps;
  const policy = cookiePolicy(publicUrl);
  const sessions = createSessionCookie(policy, createSeal(sessionKeys, 'session'), clock);
  const transactions = createTransactions(policy, createSeal(sessionKeys, 'transaction'), clock);
  const unfinished = createUnfinishedSignOut(policy);
  const exchange = exchangeOnce(oauth.exchange, clock);
  const refresher = createRefresher(countRenewals(metrics, oauth.refresh), clock);
  const requireSession = createSignedIn(sessions, refresher, clock);
  const allowed = allowedByContract();
  const web = readWebFiles(webDir);

  const ownPages = sameOriginOnly(publicUrl);
  metrics.showTurns(deps.turns);

  // biome-ignore format: a table is read by its columns
  const steps: Step[] = [
    [under, '/',        countRequests(metrics), exceptProbes(deps.turns.take), logRequests(log), protect(publicUrl), requireSoundShape],
    [at,    '/healthz', only('GET', 'HEAD'), alive],
    [at,    '/readyz',  only('GET', 'HEAD'), ready({ oauth, apiPublicUrl, isEnding: deps.isEnding })],
    [at,    '/login',   confidential, only('GET'), navigationOnly,             login({ publicUrl, oauth, transactions, unfinished, metrics })],
    [at,    '/auth',    confidential, only('GET'),                             auth({ exchange, transactions, sessions, unfinished, metrics, clock })],
    [at,    '/session', confidential, only('GET', 'HEAD'),                     session({ api, apiPublicUrl, sessions, requireSession })],
    [at,    '/logout',  confidential, only('POST'), ownPages,                  logout({ oauth, sessions, refresher, unfinished })],
    [under, '/api',     shedLoad(deps.turns, metrics), ownPages, proxy({ api, allowed, apiPublicUrl, publicUrl, requireSession, metrics })],
    [under, '/api',     answerErrors({ pages: false })],
    [under, '/',        only('GET', 'HEAD'), files(web)],
    [under, '/',        () => { throw noRoute(); }],
    [under, '/',        answerErrors({ pages: true })],
  ];
  return assemble(steps, { https: policy.secure, trustProxy: deps.trustProxy });
}

const [at, under] = ['all', 'use'] as const;
type Step = [mount: typeof at | typeof under, path: string, ...handlers: (RequestHandler | ErrorRequestHandler)[]];

type Surroundings = { https: boolean; trustProxy: TrustedProxies };

function assemble(steps: readonly Step[], { https, trustProxy }: Surroundings): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  app.enable('case sensitive routing').enable('strict routing').set('trust proxy', trustProxy);
  // PUBLIC_URL says whether the browser came by https, also behind a proxy that ends TLS. cookie-session asks the
  // request, and silently sets no cookie at all where a Secure one would travel in plain.
  Object.defineProperty(app.request, 'protocol', { value: https ? 'https' : 'http' });
  for (const [mount, path, ...handlers] of steps) app[mount](path, ...handlers);
  return app;
}
