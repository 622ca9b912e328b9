import { setInterval } from 'node:timers/promises';
import express, { type RequestHandler, type Router } from 'express';
import type { Provider } from 'oidc-provider';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { cors } from '../http/cors.ts';
import type { FindPrincipal } from '../http/principal.ts';
import { listClients } from './clients.ts';
import { decideConsent, showConsent } from './consent.ts';
import { formOnly, jsonOnly, only, readableQuery } from './endpoints.ts';
import { loadKeys } from './keys.ts';
import { confirmLogout, logout } from './logout.ts';
import { assets } from './pages/assets.ts';
import { pageErrors } from './pages/page-errors.ts';
import { createFindPrincipal } from './principal.ts';
import { createProvider } from './provider.ts';
import { publicAddress } from './public-address.ts';
import { createRecords } from './records.ts';
import { showSignIn, signIn } from './sign-in.ts';
import { createSignInLimits } from './sign-in-limits.ts';
import { sweepRecords } from './sweep.ts';
import { createTokenLimits, type TokenRates } from './token-limits.ts';
import { createUnitOfWork } from './unit-of-work.ts';

/** What the authorization server needs. */
export type OAuthParts = {
  database: Database;
  /** Milliseconds since 1970. */
  clock: () => number;
  log: Logger;
  /** API_PUBLIC_URL without a trailing slash: the issuer, and where browsers and programs reach the addresses below. */
  publicUrl: string;
  limits?: TokenRates;
};

/** The OAuth 2.0 authorization server of the desk. */
export type OAuth = {
  /** Answers /oauth/…, /v1/oauth/token and /.well-known/…, and hands everything else on. */
  handler: RequestHandler;
  findPrincipal: FindPrincipal;
  /** Forgets what is over and takes up rotated keys; done every minute by itself. Returns how many records were removed. */
  sweep(): Promise<number>;
  /** Ends the sweeping; what is under way is finished. */
  close(): Promise<void>;
};

/** Starts the authorization server on a migrated database; several processes on one database share everything. */
export const createOAuth = async ({
  database,
  clock,
  log,
  publicUrl,
  limits = { perMinute: 1000, ipPerMinute: 60 },
}: OAuthParts): Promise<OAuth> => {
  const work = createUnitOfWork(database);
  const records = createRecords(work, clock);
  const tokenLimits = createTokenLimits(limits);
  const start = async () => {
    const keys = await loadKeys(database, clock());
    return { keys, provider: createProvider({ publicUrl, keys, work, records, limits: tokenLimits, clock, log }) };
  };
  let running = await start();
  await checkClients(database, running.provider, log);
  const provider = () => running.provider;

  const sweep = async () => {
    const keys = await loadKeys(database, clock());
    if (keys.fingerprint !== running.keys.fingerprint) running = await start();
    return sweepRecords(database, clock());
  };
  const sweeping = repeatEvery(sweepMilliseconds, () =>
    sweep().catch((error: unknown) => log.error({ err: error }, 'old OAuth records could not be removed')),
  );
  return {
    handler: routes({ publicUrl, provider, database, records, limits: createSignInLimits(database), log }),
    findPrincipal: createFindPrincipal(database, provider),
    sweep,
    close: () => sweeping.stop(),
  };
};

/** The library looks at a client when it is first used: what is wrong with one should be known before that. */
const checkClients = async (database: Database, provider: Provider, log: Logger): Promise<void> => {
  for (const { clientId } of await listClients(database.read)) {
    await provider.Client.find(clientId).catch((error: unknown) => {
      log.error({ err: error, client: clientId }, 'this client cannot be used: register it anew');
    });
  }
};

const sweepMilliseconds = 60_000;

/** Repeats work, each time so long after the last one ended; `stop` waits for the one under way. */
const repeatEvery = (milliseconds: number, work: () => Promise<unknown>): { stop(): Promise<void> } => {
  const ended = new AbortController();
  const loop = async () => {
    for await (const _ of setInterval(milliseconds, null, { ref: false, signal: ended.signal })) await work();
  };
  const running = loop().catch(() => {});
  return {
    stop() {
      ended.abort();
      return running;
    },
  };
};

type Needs = Parameters<typeof signIn>[0];

/** Every address of the server. Those the library does not answer itself lead to it through `library`. */
const routes = (needs: Needs): Router => {
  const { publicUrl, provider } = needs;
  const router = express.Router({ caseSensitive: true, strict: true });
  const address = publicAddress(publicUrl);
  const form = express.urlencoded({ extended: false, limit: '16kb' });
  const library = toLibrary(provider);

  router.use('/oauth/assets', assets);
  router.all('/oauth/authorize', only('GET'), address, readableQuery, library());
  router.all('/oauth/authorize/:uid', only('GET'), address, library());
  router.all('/oauth/token', cors, only('POST'), formOnly, jsonOnly, address, library());
  router.all('/v1/oauth/token', cors, only('POST'), formOnly, jsonOnly, address, library('/oauth/token'));
  router.all('/oauth/revoke', cors, only('POST'), formOnly, jsonOnly, address, library());
  router.all('/oauth/introspect', cors, only('POST'), formOnly, jsonOnly, address, library());
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
  router.use(pageErrors(publicUrl));
  return router;
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
