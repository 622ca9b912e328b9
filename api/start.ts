import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Environment } from '#server/environment';
import type { GracefulServer } from '#server/graceful-server';
import { explain as explainAny, serve } from '#server/serve';
import type { ToldToEnd } from '#server/told-to-end';
import { createTurns } from '#server/turns';
import { type ApiParts, createApi } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { createDataDir } from './data-dir.ts';
import type { Database } from './database/database.ts';
import { forgetOldAnswers } from './database/idempotency-keys.ts';
import { migrate, NewerDatabase } from './database/migrate.ts';
import { openDatabase } from './database/open.ts';
import { repeatEvery } from './database/repeat.ts';
import { prepareFirstStart } from './first-start.ts';
import { apiDates } from './http/dates/shipped.ts';
import { redirectPath } from './http/docs/files.ts';
import { createRequestContext } from './http/request-context.ts';
import { serveMetrics } from './http/serve-metrics.ts';
import { starting } from './http/starting.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import { ensureBffClient } from './oauth/clients/bff-client.ts';
import { ensureDocsClient } from './oauth/clients/docs-client.ts';
import { createOAuth } from './oauth/oauth.ts';
import { readBffClient } from './secrets.ts';
import { createApiServer } from './server.ts';
import { watchStore } from './watch-store.ts';

const hourMilliseconds = 3_600_000;

/** How long work on the store that goes on by itself may take to end. */
const patienceMilliseconds = 250;

/** Configuration, listen, store, application; then graceful until told to end. @throws {ConfigError} and what {@link explain} knows */
export const start = async (environment: Environment, toldToEnd: ToldToEnd): Promise<void> => {
  const config = readConfig(environment);
  const [context, metrics] = [createRequestContext(), createMetrics()];
  const log = createLog(config.logLevel, { context });
  createDataDir(config.dataDir);
  const server = createApiServer(apiDates, log, metrics);
  await serve({
    server,
    config,
    variables: { port: 'API_PORT', metricsPort: 'API_METRICS_PORT' },
    metrics,
    serveMetrics: serveMetrics(metrics, log, context),
    log,
    toldToEnd,
    meanwhile: starting(log, context, config.publicUrl ?? 'http://localhost'),
    assemble: async port => {
      const publicUrl = config.publicUrl ?? `http://localhost:${port}`;
      return { url: publicUrl, ...(await assemble(config, { publicUrl, log, context, metrics, server })) };
    },
  });
};

type Surroundings = Pick<ApiParts, 'publicUrl' | 'log' | 'context' | 'metrics'> & { server: GracefulServer };

/** Opens and prepares the store, and makes the application on it; where that fails the store is let go of. */
const assemble = async (config: Config, surroundings: Surroundings) => {
  const { metrics, log } = surroundings;
  const opening = { ...config, watch: watchStore(metrics, log) };
  await prepareStore(opening, log);
  const database = openDatabase({ ...opening, patience: config.databasePatience });
  metrics.showStore(database.load);
  try {
    return await assembleOn(database, config, surroundings);
  } catch (error) {
    await database.close();
    throw error;
  }
};

/** Brings the tables up to date, and an empty desk to its beginning: both take as long as they take. */
const prepareStore = async (opening: Config & Parameters<typeof openDatabase>[0], log: Logger): Promise<void> => {
  const database = openDatabase(opening);
  try {
    await migrate(database, Date.now);
    await prepareFirstStart(database, opening, Date.now, log);
  } finally {
    await database.close();
  }
};

const assembleOn = async (database: Database, config: Config, { server, ...surroundings }: Surroundings) => {
  const { publicUrl, log, metrics } = surroundings;
  const { deskUrl, limits } = config;
  const { countRefusal } = metrics;
  const clock = Date.now;
  const client = config.bffClient ?? readBffClient(config.dataDir);
  await ensureBffClient(database, { ...client, deskUrl }, clock);
  await ensureDocsClient(database, `${publicUrl}/v1${redirectPath}`, clock);
  const oauth = await createOAuth({ database, clock, log, publicUrl, deskUrl, limits, countRefusal });
  const turns = createTurns({ mayBegin: () => !database.isCrowded(), accepted: () => server.accepted });
  const isEnding = () => server.isEnding;
  const parts = { ...surroundings, isEnding, database, oauth, clock, turns, dates: apiDates };
  const forgetting = repeatEvery(hourMilliseconds, ending =>
    forgetOldAnswers(database, clock(), ending).catch(error =>
      log.error({ err: error }, 'old answers were not forgotten'),
    ),
  );
  const close = async () => {
    // What a store that hangs holds up is cut with it.
    await Promise.race([
      Promise.all([forgetting.stop(), oauth.close()]),
      pause(patienceMilliseconds, null, { ref: false }),
    ]);
    await database.close();
  };
  return { application: createApi({ ...config, ...parts }), close };
};

/** What whoever starts the server can act on, in a sentence each. */
export const explain = (error: unknown): readonly string[] => {
  if (error instanceof NewerDatabase) return [error.message];
  const { code = '', syscall, message } = error as NodeJS.ErrnoException;
  if (unusableDatabase.has(code)) return [`DATABASE_URL names a Postgres that cannot be used: ${message || code}`];
  if (syscall === 'open') return [`DATA_DIR cannot be written: ${message}`];
  return explainAny(error);
};

/** No server there, no such host, wrong password, no such role, no such database (Postgres, appendix A). */
const unusableDatabase = new Set(['ECONNREFUSED', 'ENOTFOUND', '28P01', '28000', '3D000']);
