import type { RequestHandler } from 'express';
import type { Provider } from 'oidc-provider';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { NotifyFactorChange } from '../database/second-factors.ts';
import { type CountRejection, ignoreRejection } from '../http/limit-rejections.ts';
import type { FindPrincipal } from '../http/principal.ts';
import { type CheckOwnPassword, createOwnPasswordCheck } from './accounts/check-own-password.ts';
import { isWeakPasswordHash } from './accounts/passwords.ts';
import { createSignInLimits } from './accounts/sign-in-limits.ts';
import { listClients } from './clients/clients.ts';
import { createPasskeys } from './factors/passkeys.ts';
import { createSecondFactors, type SealedSecrets } from './factors/second-factors.ts';
import { loadKeys } from './keys/keys.ts';
import { refreshKeys } from './keys/refresh-keys.ts';
import { createSite } from './pages/site.ts';
import { createProvider } from './provider.ts';
import { createClientSteps, createRoutes } from './routes.ts';
import { createAuthorizationLimits } from './sign-in/authorization-limits.ts';
import { createLinkLimits } from './sign-in/link-limits.ts';
import type { MailboxSignIn } from './sign-in/mailbox-sign-in.ts';
import type { AccountLinks } from './sign-in/one-time-links.ts';
import type { Unsubscribe } from './sign-in/unsubscribe.ts';
import { createRecords } from './store/records.ts';
import { createRevocationCheck } from './store/revocation-check.ts';
import { createUnitOfWork } from './store/unit-of-work.ts';
import { createFindAndCount } from './tokens/count-request.ts';
import { createFindPrincipal } from './tokens/principal.ts';
import { createTokenLimits, type TokenRates } from './tokens/token-limits.ts';
import { createSealedCookie } from './upstream/sealed-cookie.ts';
import { noProviders, type UpstreamAccounts } from './upstream/upstream-accounts.ts';

export type OAuthOptions = {
  database: Database;
  /** Milliseconds since 1970. */
  clock: () => number;
  log: Logger;
  /** API_PUBLIC_URL without a trailing slash: the issuer, and the base URL of all endpoints. */
  apiPublicUrl: string;
  /** PUBLIC_URL: the web app, to which some pages link. */
  deskUrl?: string;
  /** Stores the seeds of authenticator apps. */
  secrets: SealedSecrets;
  /** RATE_LIMIT_PER_MINUTE and RATE_LIMIT_IP_PER_MINUTE. The defaults are 1000 and 60. */
  limits?: TokenRates;
  /** Selects the weak password hashes, which the next sign-in replaces. The default is `isWeakPasswordHash`. */
  isWeakHash?: (phc: string) => boolean;
  /** Signs mailboxes in at their providers; by default there are no mailboxes. */
  mailboxSignIn?: MailboxSignIn;
  /** Sets passwords with one-time links; by default no link works. */
  accountLinks?: AccountLinks;
  /** Stops mail about notifications; by default no link works. */
  unsubscribe?: Unsubscribe;
  /** Signs people in at identity providers; by default there are none. */
  upstream?: UpstreamAccounts;
  /** Notifies people of changes to their second factors; by default sends nothing. */
  notifyFactorChange?: NotifyFactorChange;
  /** Counts requests that a rate limit rejected. */
  countRejection?: CountRejection;
};

/** The OAuth 2.0 authorization server. */
export type OAuth = {
  /** Handles /oauth/…, /v1/oauth/token and /.well-known/…; passes other requests on. */
  handler: RequestHandler;
  /** Returns the handlers of one of `clientPaths`. `handler` contains these handlers too. */
  clientSteps: (path: string) => RequestHandler[];
  findPrincipal: FindPrincipal;
  /** Finds the principal. On PostgreSQL, the same statement counts the request. */
  findAndCount: FindPrincipal;
  checkOwnPassword: CheckOwnPassword;
};

/** Creates the authorization server on a migrated database, which other processes can share. */
export const createOAuth = async ({
  database,
  clock,
  log,
  apiPublicUrl,
  deskUrl,
  secrets,
  limits = { perMinute: 1000, ipPerMinute: 60 },
  isWeakHash = isWeakPasswordHash,
  mailboxSignIn = noMailboxes,
  accountLinks = noLinks,
  unsubscribe = noUnsubscribe,
  upstream = noProviders,
  notifyFactorChange = async () => {},
  countRejection = ignoreRejection,
}: OAuthOptions): Promise<OAuth> => {
  const work = createUnitOfWork(database);
  const records = createRecords(work, clock);
  const revocationCheck = createRevocationCheck(work);
  const tokenLimits = createTokenLimits(limits, database, countRejection);
  const authorizationLimits = createAuthorizationLimits(limits.perMinute, database, countRejection);
  const site = createSite(apiPublicUrl, deskUrl);
  const start = async () => {
    const keys = await loadKeys(database, clock());
    return {
      keys,
      provider: createProvider({
        site,
        keys,
        work,
        records,
        revocationCheck,
        limits: tokenLimits,
        authorizationLimits,
        clock,
        log,
      }),
    };
  };
  let runningProvider = await start();
  await checkClients(database, runningProvider.provider, log);
  const provider = () => runningProvider.provider;
  const signInLimits = createSignInLimits(database, { clock, countRejection });

  const load = async () => {
    const keys = await loadKeys(database, clock());
    if (keys.fingerprint !== runningProvider.keys.fingerprint) runningProvider = await start();
  };
  const routes = {
    site,
    provider,
    refreshKeys: refreshKeys({ load, clock, log }),
    database,
    records,
    revocationCheck,
    limits: signInLimits,
    secondFactors: createSecondFactors({ database, secrets, notify: notifyFactorChange }, clock),
    passkeys: createPasskeys({ site, database, notify: notifyFactorChange, log }, clock),
    authorizationLimits,
    isWeakHash,
    mailboxSignIn,
    accountLinks,
    unsubscribe,
    upstream,
    upstreamCookie: createSealedCookie({
      apiPublicUrl,
      provider,
      readKeys: () => runningProvider.keys.cookies,
      clock,
    }),
    linkLimits: createLinkLimits(database, { site, accountLinks, countRejection }),
    clock,
    log,
  };
  // oidc-provider stamps tokens with Date.now, so their expiry is checked with Date.now too.
  const findPrincipal = createFindPrincipal(database, Date.now);
  return {
    handler: createRoutes(routes),
    clientSteps: createClientSteps(routes),
    findPrincipal,
    findAndCount: createFindAndCount(database, findPrincipal),
    checkOwnPassword: createOwnPasswordCheck(database, signInLimits),
  };
};

const noMailboxes: MailboxSignIn = {
  start: async () => ({ problem: 'mailbox_unknown' }),
  finish: async () => ({ problem: 'mailbox_state' }),
};

const noLinks: AccountLinks = {
  find: async () => null,
  accept: async () => false,
  canSendMail: async () => false,
  requestReset: async () => undefined,
};

const noUnsubscribe: Unsubscribe = { find: async () => null, stop: async () => null };

/** Logs invalid clients at startup; oidc-provider validates a client only when it is first used. */
const checkClients = async (database: Database, provider: Provider, log: Logger): Promise<void> => {
  for (const { clientId } of await listClients(database.read)) {
    await provider.Client.find(clientId).catch((error: unknown) => {
      log.error(
        { err: error, client: clientId },
        'stored client is invalid and cannot sign anyone in; remove it and add it again with "desk clients"',
      );
    });
  }
};
