import type { Logger } from 'pino';
import type { Environment } from '#server/environment';
import type { HttpServer } from '#server/http-server';
import { createRequestQueue, type RequestQueue } from '#server/request-queue';
import { describeProcessError, serve } from '#server/serve';
import type { WaitForShutdown } from '#server/shutdown-signal';
import { type ApiOptions, createApi } from './app.ts';
import { readBffClient } from './bff-client-file.ts';
import { type Config, readConfig } from './config.ts';
import { createStoreObserver } from './create-store-observer.ts';
import { createDataDir } from './data-dir.ts';
import type { Database } from './database/database.ts';
import { migrate, NewerDatabaseError } from './database/migrate.ts';
import { openDatabase } from './database/open-database.ts';
import { NoPrimaryError } from './database/postgres-primary.ts';
import { resumeMailbox } from './deliveries/mailbox-pauses.ts';
import { createMailboxPools } from './deliveries/mailbox-pools.ts';
import { readTokenKey } from './deliveries/token-key.ts';
import { openFiles } from './files/files.ts';
import { observeFiles, warnWhenNearlyFull } from './files/metrics.ts';
import { createInitialData } from './first-start.ts';
import { redirectPath } from './http/docs/docs-files.ts';
import { createRequestContext } from './http/request-context.ts';
import { serveMetrics } from './http/serve-metrics.ts';
import { createStartupApp } from './http/startup-app.ts';
import { releasedVersions } from './http/versions/released-versions.ts';
import { countJobs } from './jobs/administration.ts';
import type { Handler } from './jobs/handler.ts';
import { createHandlers } from './jobs/handlers.ts';
import { createJobStore } from './jobs/job-store.ts';
import { createJobMetrics, observeStoredJobs } from './jobs/metrics.ts';
import { type Runner, startRunner } from './jobs/runner.ts';
import { createLog } from './log.ts';
import { startLmtpServer } from './mail/lmtp/lmtp-server.ts';
import { createMailParser, defaultLimits } from './mail/parse/mail-parser.ts';
import { createMailboxSignIn } from './mailboxes/authorization/sign-in.ts';
import { createMetrics } from './metrics.ts';
import { createUnsubscribe } from './notifications/unsubscribe.ts';
import { hashPassword } from './oauth/accounts/passwords.ts';
import { ensureBffClient, ensureDocsClient } from './oauth/clients/built-in-clients.ts';
import { revokeAllAccess } from './oauth/grants/revoke-grants.ts';
import { createOAuth } from './oauth/oauth.ts';
import { createAccountLinks } from './people/account-links.ts';
import { createUpstreamAccounts } from './people/upstream-accounts.ts';
import { describeProgress } from './progress.ts';
import { createSecretKeys } from './secrets/secret-keys.ts';
import { createSecrets, requireSecretKeys } from './secrets/secrets.ts';
import { createApiServer } from './server.ts';
import { createStores } from './stores.ts';

/**
 * Runs the API until it has to shut down.
 * @throws {ConfigError} and the errors that {@link explainStartError} describes
 */
export const start = async (environment: Environment, waitForShutdown: WaitForShutdown): Promise<void> => {
  const config = readConfig(environment);
  const [context, metrics] = [createRequestContext(), createMetrics()];
  const log = createLog(config.logLevel, { context });
  createDataDir(config.dataDir);
  const server = createApiServer(releasedVersions, log, metrics);
  await serve({
    server,
    config,
    variables: { port: 'API_PORT', metricsPort: 'API_METRICS_PORT' },
    metrics,
    serveMetrics: serveMetrics(metrics, log, context),
    log,
    waitForShutdown,
    startupHandler: createStartupApp(log, context, config.apiPublicUrl ?? 'http://localhost'),
    assemble: async port => {
      const apiPublicUrl = config.apiPublicUrl ?? `http://localhost:${port}`;
      return { url: apiPublicUrl, ...(await assemble(config, { apiPublicUrl, log, context, metrics, server })) };
    },
  });
};

/** Jobs wait while a request has been waiting longer than this. */
const busyMilliseconds = 100;

type AppOptions = Pick<ApiOptions, 'apiPublicUrl' | 'log' | 'context' | 'metrics'> & { server: HttpServer };

/** Opens the store and builds the application; closes the store on failure. */
const assemble = async (config: Config, appOptions: AppOptions) => {
  const { metrics, log } = appOptions;
  const options = { ...config, observer: createStoreObserver(metrics, log) };
  await prepareStore(options, log);
  const database = openDatabase({
    ...options,
    statementTimeoutMilliseconds: config.databaseTimeoutMilliseconds,
    usePreparedStatements: config.usesPreparedStatements,
  });
  metrics.observeStore(database.getLoad);
  try {
    return await buildApp(database, config, appOptions);
  } catch (error) {
    await database.close();
    throw error;
  }
};

/** Migrates the store, and fills it if it is empty, without a statement timeout. */
const prepareStore = async (options: Config & Parameters<typeof openDatabase>[0], log: Logger): Promise<void> => {
  const database = openDatabase(options);
  try {
    await migrate(database, Date.now, (progress, seconds) =>
      log.info(`migrating the store: ${describeProgress(progress, 'tickets', seconds)}`),
    );
    const keys = createSecretKeys(options);
    await requireSecretKeys(database.read, keys);
    const files = openFiles(database, options);
    await createInitialData(database, { ...options, secrets: createSecrets(keys), files }, Date.now, log);
  } finally {
    await database.close();
  }
};

const buildApp = async (database: Database, config: Config, { server, ...appOptions }: AppOptions) => {
  const { apiPublicUrl, log, metrics } = appOptions;
  const { deskUrl, limits, allowsPasswords } = config;
  const { countRejection } = metrics;
  const clock = Date.now;
  const secrets = createSecrets(createSecretKeys(config));
  const client = config.bffClient ?? readBffClient(config.dataDir);
  await ensureBffClient(database, { ...client, deskUrl }, clock);
  await ensureDocsClient(database, `${apiPublicUrl}/v1${redirectPath}`, clock);
  const files = openFiles(database, config);
  const stores = createStores({ database, files, secrets });
  const mailboxSignIn = createMailboxSignIn({
    ...{ database, authorizations: stores.authorizations, clock, apiPublicUrl },
    resume: (mailbox, now) => resumeMailbox(database, mailbox, { all: false, now }),
  });
  const accountDependencies = { database, ...stores, revokeAccess: revokeAllAccess, clock };
  const accountLinks = createAccountLinks({ ...accountDependencies, hashPassword });
  const upstream = createUpstreamAccounts({ ...accountDependencies, allowsPasswords });
  const unsubscribe = createUnsubscribe(database, queries => readTokenKey(secrets, queries));
  const { enqueueFactorNotice: notifyFactorChange } = stores.accountMails;
  const accounts = { mailboxSignIn, accountLinks, unsubscribe, upstream, notifyFactorChange };
  const desk = { apiPublicUrl, deskUrl, secrets, ...accounts };
  const oauth = await createOAuth({ database, clock, log, ...desk, limits, countRejection });
  const requestQueue = createRequestQueue({
    canStart: () => !database.isSaturated(),
    countAcceptedConnections: () => server.acceptedConnections,
  });
  const isShuttingDown = () => server.isShuttingDown;
  // Two parsers, so that displaying a mail does not wait until incoming mail is parsed.
  const [parser, viewParser] = [createMailParser(), createMailParser(defaultLimits, 1)];
  const shutdown = new AbortController();
  const parts = {
    ...appOptions,
    parser: viewParser,
    isShuttingDown,
    uploads: server.uploads,
    database,
    files,
    oauth,
    clock,
    requestQueue,
    apiVersions: releasedVersions,
    secrets,
    shutdown: shutdown.signal,
  };
  const mailboxPools = createMailboxPools();
  const handlers = createHandlers({ stores, secrets, parser, mailboxPools, apiPublicUrl, deskUrl });
  observeFiles(metrics.registry, database.read);
  warnWhenNearlyFull(database, log);
  const { lmtpPort } = config;
  const lmtp = lmtpPort === null ? null : await startLmtpServer({ database, stores, clock, log, port: lmtpPort });
  const runner = startJobs(database, config, appOptions, { requestQueue, handlers });
  const stop = async () => {
    await Promise.all([runner?.stop(), parser.close(), lmtp?.stop()]);
    mailboxPools.close();
  };
  const close = async () => {
    await viewParser.close();
    await database.close();
  };
  return { application: createApi({ ...config, ...parts }), stop, endStreams: () => shutdown.abort(), close };
};

/** Starts the job runner; returns null if JOBS is off. */
const startJobs = (
  database: Database,
  { runsJobs }: Config,
  { log, context, metrics }: Pick<AppOptions, 'log' | 'context' | 'metrics'>,
  { requestQueue, handlers }: { requestQueue: RequestQueue; handlers: readonly Handler[] },
): Runner | null => {
  const jobMetrics = createJobMetrics(metrics.registry, runsJobs);
  observeStoredJobs(metrics.registry, () => countJobs(database.read), Date.now);
  if (!runsJobs) return null;
  const isBusy = () => requestQueue.getOldestMilliseconds() > busyMilliseconds;
  const store = createJobStore(database);
  return startRunner({ database, store, handlers, clock: Date.now, log, context, metrics: jobMetrics, isBusy });
};

/** Describes a start error for the operator, one sentence per problem. */
export const explainStartError = (error: unknown): readonly string[] => {
  if (error instanceof NewerDatabaseError || error instanceof NoPrimaryError) return [error.message];
  const { code = '', syscall, message } = error as NodeJS.ErrnoException;
  if (connectionErrors.has(code))
    return [`DATABASE_URL names a PostgreSQL database that cannot be used: ${message || code}`];
  if (syscall === 'open') return [`DATA_DIR cannot be written: ${message}`];
  return describeProcessError(error);
};

/** No server, unknown host, invalid password, unknown role, unknown database (PostgreSQL, appendix A). */
const connectionErrors = new Set(['ECONNREFUSED', 'ENOTFOUND', '28P01', '28000', '3D000']);
