import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { countRequests } from '#server/count-requests';
import { shedLoad } from '#server/load-shedding';
import { skipProbes } from '#server/probes';
import type { RequestQueue } from '#server/request-queue';
import type { TrustedProxies } from '#server/trusted-proxies';
import type { Uploads } from '#server/uploads';
import { createAuthHandler } from './auth.ts';
import { writeErrors } from './errors.ts';
import { serveAttachment, serveMail } from './files/serve-file.ts';
import { serveHealthz, serveReadyz } from './health.ts';
import { logRequests } from './log.ts';
import { createLoginHandler } from './login.ts';
import { createLogoutHandler } from './logout.ts';
import type { BffMetrics } from './metrics.ts';
import { noRoute, tooBusy } from './problems.ts';
import { createProxyHandler } from './proxy.ts';
import { allowMethods } from './requests/allow-methods.ts';
import { navigationOnly, ownPagesOnly, sameOriginOnly } from './requests/csrf.ts';
import { confidential, setPolicyHeaders } from './requests/policy-headers.ts';
import { rejectMalformedRequests } from './requests/request-shape.ts';
import { createSessionHandler } from './session.ts';
import { createCookiePolicy } from './sessions/cookies.ts';
import { countRenewals } from './sessions/count-renewals.ts';
import { createRefresher } from './sessions/refresh.ts';
import { createRequireSession } from './sessions/require-session.ts';
import { createSeal } from './sessions/seal.ts';
import { createSessionCookie } from './sessions/session-cookie.ts';
import type { SessionKeys } from './sessions/session-keys.ts';
import { exchangeCodeOnce } from './sign-in/exchange-code.ts';
import type { OAuthClient } from './sign-in/oauth-client.ts';
import { createTransactions } from './sign-in/transaction.ts';
import { createUnfinishedSignOut } from './sign-in/unfinished-sign-out.ts';
import { serveWebFiles } from './static.ts';
import type { ApiPool } from './upstream/api-pool.ts';
import { createOpenStreams } from './upstream/open-streams.ts';
import { listAllowedTargets } from './upstream/proxy-target.ts';
import { limitWaitingReads, maxWaitingReads } from './upstream/waiting-reads.ts';
import { readWebFiles } from './web-files.ts';

/** The dependencies of the bff. URLs have no trailing slash. */
export type BffDependencies = {
  /** The origin of the bff for browsers. */
  publicUrl: string;
  /** The base URL of the API for browsers, also the OAuth issuer. */
  apiPublicUrl: string;
  api: ApiPool;
  /** The client of the authorization server at `apiPublicUrl`. */
  oauth: OAuthClient;
  sessionKeys: SessionKeys;
  /** The directory of the built web app, read once. */
  webDir: string;
  log: Logger;
  metrics: BffMetrics;
  /** The proxies whose X-Forwarded-For is trusted. */
  trustProxy: TrustedProxies;
  /** Milliseconds since 1970. */
  clock: () => number;
  isShuttingDown: () => boolean;
  /** Aborted during shutdown, once the server accepts no more connections. Ends the streams of events. */
  shutdown: AbortSignal;
  requestQueue: RequestQueue;
  uploads: Uploads;
};

/** Creates the bff as one pipeline: each request passes the steps until one responds. */
export function createBff(deps: BffDependencies): Express {
  const { publicUrl, apiPublicUrl, api, oauth, sessionKeys, webDir, log, metrics, clock } = deps;
  const policy = createCookiePolicy(publicUrl);
  const sessions = createSessionCookie(policy, createSeal(sessionKeys, 'session'), clock);
  const transactions = createTransactions(policy, createSeal(sessionKeys, 'transaction'), clock);
  const unfinishedSignOut = createUnfinishedSignOut(policy);
  const exchange = exchangeCodeOnce(oauth.exchange, clock);
  const refresher = createRefresher(countRenewals(metrics, oauth.refresh), clock);
  const requireSession = createRequireSession(sessions, refresher, clock);
  const allowedTargets = listAllowedTargets();
  const web = readWebFiles(webDir);

  const ownPages = sameOriginOnly(publicUrl);
  const waitingReads = limitWaitingReads(maxWaitingReads, metrics);
  metrics.observeWaitingReads(waitingReads.count);
  const openStreams = createOpenStreams(deps.shutdown);
  const files = { api, requireSession, waitingReads, metrics };
  const readFiles = [
    allowMethods('GET', 'HEAD'),
    shedLoad(deps.requestQueue, metrics, tooBusy),
    ownPagesOnly(publicUrl),
  ];
  metrics.observeQueue(deps.requestQueue);

  // biome-ignore format: a table is read by its columns
  const steps: Step[] = [
    [under, '/',        countRequests(metrics), skipProbes(deps.requestQueue.admit), logRequests(log), setPolicyHeaders(publicUrl), rejectMalformedRequests],
    [at,    '/healthz', allowMethods('GET', 'HEAD'), serveHealthz],
    [at,    '/readyz',  allowMethods('GET', 'HEAD'), serveReadyz({ oauth, apiPublicUrl, isShuttingDown: deps.isShuttingDown })],
    [at,    '/login',   confidential, allowMethods('GET'), navigationOnly,             createLoginHandler({ publicUrl, oauth, transactions, unfinishedSignOut, metrics })],
    [at,    '/auth',    confidential, allowMethods('GET'),                             createAuthHandler({ exchange, transactions, sessions, unfinishedSignOut, metrics, clock })],
    [at,    '/session', confidential, allowMethods('GET', 'HEAD'),                     createSessionHandler({ api, apiPublicUrl, sessions, requireSession })],
    [at,    '/logout',  confidential, allowMethods('POST'), ownPages,                  createLogoutHandler({ oauth, sessions, refresher, unfinishedSignOut, openStreams })],
    [under, '/api',     shedLoad(deps.requestQueue, metrics, tooBusy), ownPages, createProxyHandler({ ...deps, allowedTargets, requireSession, waitingReads, openStreams })],
    [under, '/api',     writeErrors({ pages: false })],
    [at,    '/files/attachments/:id/:name', ...readFiles, serveAttachment(files)],
    [at,    '/files/mails/:id',             ...readFiles, serveMail(files)],
    [under, '/files',   () => { throw noRoute(); }],
    [under, '/',        allowMethods('GET', 'HEAD'), serveWebFiles(web)],
    [under, '/',        () => { throw noRoute(); }],
    [under, '/',        writeErrors({ pages: true })],
  ];
  return assemble(steps, { https: policy.secure, trustProxy: deps.trustProxy });
}

const [at, under] = ['all', 'use'] as const;
type Step = [mount: typeof at | typeof under, path: string, ...handlers: (RequestHandler | ErrorRequestHandler)[]];

type Options = { https: boolean; trustProxy: TrustedProxies };

function assemble(steps: readonly Step[], { https, trustProxy }: Options): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  app.enable('case sensitive routing').enable('strict routing').set('trust proxy', trustProxy);
  // PUBLIC_URL determines whether the browser uses https, even behind a proxy that terminates TLS. cookie-session reads
  // req.protocol and silently drops Secure cookies on plain http.
  Object.defineProperty(app.request, 'protocol', { value: https ? 'https' : 'http' });
  for (const [mount, path, ...handlers] of steps) app[mount](path, ...handlers);
  return app;
}
