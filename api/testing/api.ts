import { after, before } from 'node:test';
import { type Role, roles, type Scope, scopes } from '#contract/enums';
import { scopeLabels } from '#contract/scope-labels';
import { createRequestQueue } from '#server/request-queue';
import { listen } from '#server/testing/listen';
import { type ApiOptions, createApi } from '../app.ts';
import { commandActor } from '../database/audit-log.ts';
import type { Database } from '../database/database.ts';
import { resumeMailbox } from '../deliveries/mailbox-pauses.ts';
import { createMailboxPools } from '../deliveries/mailbox-pools.ts';
import { readTokenKey } from '../deliveries/token-key.ts';
import type { StreamLimits } from '../events/streams/event-stream.ts';
import { type Files, openFiles } from '../files/files.ts';
import { describeApi } from '../http/openapi/document.ts';
import type { RateLimits } from '../http/rate-limit.ts';
import { createRequestContext } from '../http/request-context.ts';
import type { ApiVersions } from '../http/versions/registry.ts';
import { releasedVersions } from '../http/versions/released-versions.ts';
import type { Handler } from '../jobs/handler.ts';
import { createHandlers } from '../jobs/handlers.ts';
import { runDueJobs } from '../jobs/testing/run-due-jobs.ts';
import { createLog } from '../log.ts';
import { createMailParser } from '../mail/parse/mail-parser.ts';
import { createMailboxSignIn } from '../mailboxes/authorization/sign-in.ts';
import { createAuthorizationStore } from '../mailboxes/authorization/store.ts';
import { createMetrics, type Metrics } from '../metrics.ts';
import { createUnsubscribe } from '../notifications/unsubscribe.ts';
import { hashPassword } from '../oauth/accounts/passwords.ts';
import { revokeAllAccess } from '../oauth/grants/revoke-grants.ts';
import { createOAuth } from '../oauth/oauth.ts';
import { isWeakTestHash } from '../oauth/testing/cheap-hash.ts';
import { createScriptToken } from '../oauth/tokens/script-tokens.ts';
import { createAccountLinks } from '../people/account-links.ts';
import { createPersonStore } from '../people/store.ts';
import { createUpstreamAccounts } from '../people/upstream-accounts.ts';
import { createSecrets, type Secrets } from '../secrets/secrets.ts';
import { createApiServer } from '../server.ts';
import { createStores, type Stores } from '../stores.ts';
import { createConformance } from './conformance.ts';
import { bothEngines, type Engines, forEachEngine, oneEngine, type StoreEnvironment } from './engines.ts';
import { createFollowLinks, type FollowLinks } from './follow-links.ts';
import type { JsonSchema } from './openapi-document.ts';
import { type CallApi, request } from './request.ts';
import { testSecretKeys } from './secret-keys.ts';
import { copySharedKeys } from './shared-keys.ts';
import { noGracePeriod } from './shutdown-timeouts.ts';
import { createTestClock, type TestClock } from './test-clock.ts';
import { watchSecrets } from './wire-secrets.ts';

/**
 * A running API with its own store and one person per role. Every response is checked against the OpenAPI document.
 * After the suite, the log is searched for every secret that was sent or received.
 */
export type TestApi = {
  /** API_PUBLIC_URL: its origin and prefix. */
  url: string;
  clock: TestClock;
  database: Database;
  files: Files;
  secrets: Secrets;
  stores: Stores;
  /** Environment variables for other processes on the same store. */
  environment: StoreEnvironment;
  /** Every log line. */
  logged: string[];
  metrics: Metrics;
  people: Record<Role, { id: string; name: string; email: string }>;
  call: CallApi;
  /** Creates a token with these scopes for the person with this role. */
  createRoleToken(role: Role, scopes: readonly Scope[]): Promise<string>;
  /** Creates a token with these scopes for any person. */
  createTokenFor(email: string, scopes: readonly Scope[]): Promise<string>;
  walk: FollowLinks;
  /** The handlers of all jobs. */
  handlers: readonly Handler[];
  /** Runs all due jobs, including recurring jobs. Returns the kind and outcome of each job. No job runs otherwise. */
  runJobs(): Promise<string[]>;
  /**
   * Starts a second API on the same store for the duration of `use`. The same tokens are valid there.
   * @param open opens the store, by default without a proxy
   */
  withSecondApi(use: (call: CallApi, url: string) => Promise<void>, open?: () => Database): Promise<void>;
};

/**
 * Options of the test API. By default, no request reaches a rate limit. `prefix` is the path of API_PUBLIC_URL,
 * `deskUrl` the URL of the web app. With `halfOpen`, a client that closes its side after a request still gets the
 * response (Node's types lack this option of http.Server).
 */
type TestApiOptions = Partial<RateLimits> &
  Partial<Pick<ApiOptions, 'trustProxy' | 'apiVersions' | 'requestQueue'>> & {
    prefix?: string;
    halfOpen?: boolean;
    deskUrl?: string;
    /** True for SIGN_IN=password. */
    allowsPasswords?: boolean;
    streamLimits?: StreamLimits;
  };

type Suite = (api: () => TestApi) => void;

/** Runs a suite over HTTP once on each engine. */
export const forEachApi = (suite: Suite, settings: TestApiOptions = {}): void => runSuite(suite, settings, bothEngines);

/** Runs a suite over HTTP on one engine: see `oneEngine`. */
export const withApi = (suite: Suite, settings: TestApiOptions = {}): void => runSuite(suite, settings, oneEngine);

const runSuite = (suite: Suite, settings: TestApiOptions, engines: Engines): void => {
  const onEngine: Parameters<typeof forEachEngine>[0] = (database, openAgain, environment) => {
    let api: TestApi | undefined;
    let close: (() => Promise<void>) | undefined;
    before(async () => {
      const clock = createTestClock();
      const { people, tokens } = await addPeople(database(), clock);
      await copySharedKeys(database());
      const logged: string[] = [];
      const parser = createMailParser();
      const files = openFiles(database(), { dataDir: environment().DATA_DIR });
      const started = { clock, logged, tokens, parser, ...settings };
      const { url, call, metrics, ...running } = await startApi(database(), { ...started, files });
      const createTokenFor: TestApi['createTokenFor'] = (email, granted) =>
        createToken(database(), email, granted, clock);
      const createRoleToken: TestApi['createRoleToken'] = (role, granted) =>
        createTokenFor(people[role].email, granted);
      const withSecondApi: TestApi['withSecondApi'] = async (use, open = openAgain) => {
        const secondDatabase = open();
        const secondFiles = openFiles(secondDatabase, { dataDir: environment().DATA_DIR });
        const another = await startApi(secondDatabase, { ...started, files: secondFiles, apiPublicUrl: url });
        await use(another.call, another.origin).finally(() => another.close().then(() => secondDatabase.close()));
      };
      const mailboxPools = createMailboxPools();
      const stores = createStores({ database: database(), files, secrets: testSecrets });
      const { deskUrl = testDeskUrl } = settings;
      const tools = { stores, secrets: testSecrets, parser, mailboxPools, apiPublicUrl: url, deskUrl };
      const handlers = createHandlers({ ...tools, polling: singleChecks });
      api = {
        url,
        clock,
        database: database(),
        files,
        secrets: testSecrets,
        stores,
        environment: environment(),
        logged,
        metrics,
        people,
        call,
        createRoleToken,
        createTokenFor,
        walk: createFollowLinks(call),
        handlers,
        runJobs: () => runDueJobs({ database: database(), handlers, clock: clock.now }),
        withSecondApi,
      };
      close = async () => {
        mailboxPools.close();
        await Promise.all([running.close(), parser.close()]);
      };
    });
    after(() => close?.());
    suite(() => {
      if (api === undefined) throw new Error('A hook starts the API: call this inside a test or hook.');
      return api;
    });
  };
  forEachEngine(onEngine, { engines });
};

/** Each job checks its IMAP folder once; the next job runs a minute later. */
const singleChecks = { session: 0, next: 60_000 };

const testSecrets = createSecrets(testSecretKeys);

const testDeskUrl = 'http://desk.example';

/** Limits that no test reaches. */
const highLimits: RateLimits = { perMinute: 100_000, ipPerMinute: 100_000 };

type Started = Pick<ApiOptions, 'parser'> & {
  clock: TestClock;
  logged: string[];
  tokens: Record<Role, string>;
  files: Files;
  apiPublicUrl?: string;
};
type Running = {
  url: string;
  /** The URL of the process. */
  origin: string;
  call: CallApi;
  metrics: Metrics;
  close(): Promise<void>;
};

const startApi = async (
  database: Database,
  {
    clock: { now: clock },
    logged,
    tokens,
    parser,
    files,
    trustProxy = false,
    apiVersions = releasedVersions,
    requestQueue = createRequestQueue(),
    prefix = '',
    halfOpen = false,
    apiPublicUrl,
    deskUrl,
    allowsPasswords = false,
    streamLimits,
    ...limits
  }: Started & TestApiOptions,
): Promise<Running> => {
  const context = createRequestContext();
  const log = createLog('trace', { context, destination: { write: line => void logged.push(line) } });
  const server = createApiServer(apiVersions, log);
  Object.assign(server, { httpAllowHalfOpen: halfOpen });
  const secrets = watchSecrets(server);
  const origin = `http://localhost:${await listen(server)}`;
  const url = apiPublicUrl ?? `${origin}${prefix}`;
  const mailboxSignIn = createMailboxSignIn({
    ...{ database, authorizations: createAuthorizationStore(testSecrets), clock, apiPublicUrl: url },
    resume: (mailbox, now) => resumeMailbox(database, mailbox, { all: false, now }),
  });
  const stores = createStores({ database, files, secrets: testSecrets });
  const accountDependencies = { database, ...stores, revokeAccess: revokeAllAccess, clock };
  const accountLinks = createAccountLinks({ ...accountDependencies, hashPassword });
  const upstream = createUpstreamAccounts({ ...accountDependencies, allowsPasswords });
  const unsubscribe = createUnsubscribe(database, queries => readTokenKey(testSecrets, queries));
  const site = {
    apiPublicUrl: url,
    ...(deskUrl && { deskUrl }),
    secrets: testSecrets,
    mailboxSignIn,
    accountLinks,
    unsubscribe,
    upstream,
    notifyFactorChange: stores.accountMails.enqueueFactorNotice,
    isWeakHash: isWeakTestHash,
  };
  const oauth = await createOAuth({ database, clock, log, ...site, limits: highLimits });
  const metrics = createMetrics();
  const shutdown = new AbortController();
  const isShuttingDown = () => server.isShuttingDown;
  const settings = { limits: { ...highLimits, ...limits }, trustProxy, apiVersions, requestQueue };
  const parts = {
    database,
    files,
    oauth,
    secrets: testSecrets,
    clock,
    log,
    context,
    metrics,
    apiPublicUrl: url,
    deskUrl: deskUrl ?? testDeskUrl,
    isShuttingDown,
    uploads: server.uploads,
    parser,
    shutdown: shutdown.signal,
    ...(streamLimits && { streamLimits }),
    ...settings,
  };
  server.on('request', createApi(parts));
  const conforms = createConformance({ ...getDocument(apiVersions), servers: [{ url: `${url}/v1` }] });
  const close = async () => {
    shutdown.abort();
    await server.closeGracefully(noGracePeriod);
    secrets.expectNoneIn(logged);
  };
  return {
    url,
    origin,
    metrics,
    close,
    call: (method, path, options) => request({ url: origin, tokens, conforms }, method, path, options),
  };
};

const documents = new Map<ApiVersions, JsonSchema>();

/** Returns the OpenAPI document. Generating it takes as long as starting the API, so it is cached. */
const getDocument = (apiVersions: ApiVersions): JsonSchema => {
  const document =
    documents.get(apiVersions) ??
    describeApi({ apiPublicUrl: 'http://localhost', scopeDescriptions: scopeLabels, apiVersions });
  documents.set(apiVersions, document);
  return document;
};

const addPeople = async (database: Database, clock: TestClock) => {
  const people = {} as TestApi['people'];
  const tokens = {} as Record<Role, string>;
  for (const role of roles) {
    const draft = { name: `The ${role}`, email: `${role}@desk.example`, role, disabled: false };
    const { id } = await database.transaction(writes =>
      createPersonStore().insert(writes, draft, null, commandActor(clock.now())),
    );
    people[role] = { id, ...draft };
    tokens[role] = await createToken(database, draft.email, scopes, clock);
  }
  return { people, tokens };
};

const createToken = async (
  database: Database,
  email: string,
  granted: readonly Scope[],
  clock: TestClock,
): Promise<string> => {
  const { access_token } = await createScriptToken(database, { email, scopes: granted, days: 30 }, clock.now);
  return access_token;
};
