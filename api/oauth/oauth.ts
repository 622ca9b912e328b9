import type { RequestHandler } from 'express';
import type { Provider } from 'oidc-provider';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { repeatEvery } from '../database/repeat.ts';
import type { FindPrincipal } from '../http/principal.ts';
import { type CountRefusal, uncounted } from '../http/refusals.ts';
import { isWeak } from './accounts/passwords.ts';
import { createProvePassword, type ProvePassword } from './accounts/prove-password.ts';
import { createSignInLimits } from './accounts/sign-in-limits.ts';
import { listClients } from './clients/clients.ts';
import { loadKeys } from './keys/keys.ts';
import { siteOf } from './pages/site.ts';
import { createProvider } from './provider.ts';
import { createRoutes } from './routes.ts';
import { createBeginLimits } from './sign-in/begin-limits.ts';
import { createRecords } from './store/records.ts';
import { createStanding } from './store/standing.ts';
import { sweepRecords } from './store/sweep.ts';
import { createUnitOfWork } from './store/unit-of-work.ts';
import { createFindPrincipal } from './tokens/principal.ts';
import { createTokenLimits, type TokenRates } from './tokens/token-limits.ts';

const sweepMilliseconds = 60_000;

/** What the authorization server needs. */
export type OAuthParts = {
  database: Database;
  /** Milliseconds since 1970. */
  clock: () => number;
  log: Logger;
  /** API_PUBLIC_URL without a trailing slash: the issuer, and where browsers and programs reach the addresses below. */
  publicUrl: string;
  /** PUBLIC_URL: where the desk itself is, for whoever ends up on a page with no other way on. */
  deskUrl?: string;
  /** Of the token endpoint. */
  limits?: TokenRates;
  /** Which password hashes a sign-in replaces; by default those of a lower cost than today's. */
  isWeakHash?: (phc: string) => boolean;
  /** Is told of each request that a limit has refused. */
  countRefusal?: CountRefusal;
};

/** The OAuth 2.0 authorization server of the desk. */
export type OAuth = {
  /** Answers /oauth/…, /v1/oauth/token and /.well-known/…, and hands everything else on. */
  handler: RequestHandler;
  findPrincipal: FindPrincipal;
  provePassword: ProvePassword;
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
  deskUrl,
  limits = { perMinute: 1000, ipPerMinute: 60 },
  isWeakHash = isWeak,
  countRefusal = uncounted,
}: OAuthParts): Promise<OAuth> => {
  const work = createUnitOfWork(database);
  const records = createRecords(work, clock);
  const standing = createStanding(work);
  const tokenLimits = createTokenLimits(limits, database, countRefusal);
  const beginLimits = createBeginLimits(limits.perMinute, database, countRefusal);
  const site = siteOf(publicUrl, deskUrl);
  const start = async () => {
    const keys = await loadKeys(database, clock());
    return {
      keys,
      provider: createProvider({ site, keys, work, records, standing, limits: tokenLimits, beginLimits, clock, log }),
    };
  };
  let running = await start();
  await checkClients(database, running.provider, log);
  const provider = () => running.provider;
  const signInLimits = createSignInLimits(database, countRefusal);

  const sweep = async (ending?: AbortSignal) => {
    const keys = await loadKeys(database, clock());
    if (keys.fingerprint !== running.keys.fingerprint) running = await start();
    return sweepRecords(database, clock(), ending);
  };
  const sweeping = repeatEvery(sweepMilliseconds, ending =>
    sweep(ending).catch((error: unknown) => log.error({ err: error }, 'old OAuth records could not be removed')),
  );
  return {
    handler: createRoutes({
      site,
      provider,
      database,
      records,
      standing,
      limits: signInLimits,
      beginLimits,
      isWeakHash,
      clock,
      log,
    }),
    // Tokens end by the clock that the library stamps them with, which is not ours to move.
    findPrincipal: createFindPrincipal(database, Date.now),
    provePassword: createProvePassword(database, signInLimits),
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
