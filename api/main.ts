import { createServer } from 'node:http';
import { ConfigError } from '#server/config-error';
import { usualFarewell } from '#server/graceful-server';
import { watchLag } from '#server/lag';
import { listen } from '#server/listen';
import { measureProcess } from '#server/metrics';
import { toldToEnd } from '#server/told-to-end';
import { type ApiParts, createApi } from './app.ts';
import { type Config, processConfig } from './config.ts';
import { createDataDir } from './data-dir.ts';
import type { Database } from './database/database.ts';
import { forgetOldAnswers } from './database/idempotency-keys.ts';
import { migrate, NewerDatabase } from './database/migrate.ts';
import { openDatabase } from './database/open.ts';
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

/** Configuration, listen, database, application; then graceful until told to end. Throws ConfigError. */
const start = async (config: Config): Promise<void> => {
  // Heard from the first moment on: a signal during the start ends it right after.
  const told = toldToEnd();
  const [context, metrics] = [createRequestContext(), createMetrics()];
  const log = createLog(config.logLevel, { context });
  createDataDir(config.dataDir);
  // Listening comes first: the address may hold the port, and whoever looks after this process sees that it is alive.
  const server = createApiServer(apiDates);
  const notYet = starting(log, context, config.publicUrl ?? 'http://localhost');
  server.on('request', notYet);
  const metricsServer = createServer(serveMetrics(metrics, log, context));
  try {
    const { port: asked, host } = config;
    const port = await listen(server, { port: asked, host, variables: { port: 'API_PORT', host: 'HOST' } });
    if (config.metrics !== null) {
      measureProcess(metrics);
      const variables = { port: 'API_METRICS_PORT', host: 'METRICS_HOST' };
      log.info({ port: await listen(metricsServer, { ...config.metrics, variables }) }, 'listening for metrics');
    }
    const publicUrl = config.publicUrl ?? `http://localhost:${port}`;
    const surroundings = { publicUrl, log, context, metrics, isEnding: () => server.isEnding };
    const { application, close } = await assemble(config, surroundings);
    server.off('request', notYet).on('request', application);
    log.info({ url: publicUrl, port }, 'listening');
    await told;
    log.info('closing');
    await server.endGracefully({ ...usualFarewell, notice: config.shutdownDelay });
    await close();
    log.info('closed');
  } finally {
    for (const each of [server, metricsServer]) {
      each.close();
      each.closeAllConnections();
    }
  }
};

type Surroundings = Pick<ApiParts, 'publicUrl' | 'log' | 'context' | 'metrics' | 'isEnding'>;

/** Opens and migrates the store, and makes the application on it; where that fails the store is let go of. */
const assemble = async (config: Config, surroundings: Surroundings) => {
  const { metrics, log } = surroundings;
  const database = openDatabase({ ...config, watch: watchStore(metrics, log) });
  metrics.showStore(database.load);
  try {
    return await assembleOn(database, config, surroundings);
  } catch (error) {
    await database.close();
    throw error;
  }
};

const assembleOn = async (database: Database, config: Config, surroundings: Surroundings) => {
  const { publicUrl, log } = surroundings;
  const clock = Date.now;
  await migrate(database, clock);
  await prepareFirstStart(database, config, clock, log);
  const client = config.bffClient ?? readBffClient(config.dataDir);
  await ensureBffClient(database, { ...client, deskUrl: config.deskUrl }, clock);
  await ensureDocsClient(database, `${publicUrl}/v1${redirectPath}`, clock);
  const oauth = await createOAuth({ database, clock, log, publicUrl, deskUrl: config.deskUrl, limits: config.limits });
  const parts = { ...surroundings, database, oauth, clock, lag: watchLag(), dates: apiDates };
  const forgetting = setInterval(
    () =>
      forgetOldAnswers(database, clock()).catch(error => log.error({ err: error }, 'old answers were not forgotten')),
    hourMilliseconds,
  );
  const close = async () => {
    clearInterval(forgetting);
    await oauth.close();
    await database.close();
  };
  return { application: createApi({ ...config, ...parts }), close };
};

/** What whoever starts the server can act on, in a sentence each. */
const explain = (error: unknown): readonly string[] => {
  if (error instanceof ConfigError) return error.problems;
  if (error instanceof NewerDatabase) return [error.message];
  if (!(error instanceof Error)) return [String(error)];
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  if (unusableDatabase.has(code))
    return [`DATABASE_URL names a Postgres that cannot be used: ${error.message || code}`];
  if (syscall === 'open') return [`DATA_DIR cannot be written: ${error.message}`];
  return [error.stack ?? error.message];
};

/** No server there, no such host, wrong password, no such role, no such database (Postgres, appendix A). */
const unusableDatabase = new Set(['ECONNREFUSED', 'ENOTFOUND', '28P01', '28000', '3D000']);

try {
  await start(processConfig());
} catch (error) {
  for (const sentence of explain(error)) console.error(sentence);
  process.exitCode = 1;
}
