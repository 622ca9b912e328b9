import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApi } from './app.ts';
import { type Config, ConfigError, processConfig } from './config.ts';
import { createDataDir } from './data-dir.ts';
import { forgetOldAnswers } from './database/idempotency-keys.ts';
import { migrate, NewerDatabase } from './database/migrate.ts';
import { openDatabase } from './database/open.ts';
import { prepareFirstStart } from './first-start.ts';
import { apiDates } from './http/dates/shipped.ts';
import { redirectPath } from './http/docs/files.ts';
import { createLog } from './log.ts';
import { ensureBffClient } from './oauth/clients/bff-client.ts';
import { ensureDocsClient } from './oauth/clients/docs-client.ts';
import { createOAuth } from './oauth/oauth.ts';
import { readBffClient } from './secrets.ts';
import { closeGracefully, createApiServer } from './server.ts';

const hourMilliseconds = 3_600_000;

/** Configuration, database, application, listen; then graceful until told to end. Throws ConfigError. */
const start = async (config: Config): Promise<void> => {
  // Heard from the first moment on: a signal during the start ends it right after.
  const toldToEnd = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  const log = createLog(config.logLevel);
  const clock = Date.now;
  createDataDir(config.dataDir);
  const database = openDatabase(config);
  await migrate(database, clock);
  await prepareFirstStart(database, config, clock, log);
  const client = config.bffClient ?? readBffClient(config.dataDir);
  await ensureBffClient(database, { ...client, deskUrl: config.deskUrl }, clock);

  const server = createApiServer();
  // The address may hold the port, so listening comes first; a request before the application stands waits for it.
  const standing = Promise.withResolvers<RequestListener>();
  const waitForIt: RequestListener = async (request, response) => (await standing.promise)(request, response);
  server.on('request', waitForIt);
  server.listen(config.port, config.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const publicUrl = config.publicUrl ?? `http://localhost:${port}`;
  await ensureDocsClient(database, `${publicUrl}/v1${redirectPath}`, clock);
  const oauth = await createOAuth({ database, clock, log, publicUrl, deskUrl: config.deskUrl, limits: config.limits });
  const api = createApi({ ...config, database, oauth, clock, log, publicUrl, dates: apiDates });
  standing.resolve(api);
  server.off('request', waitForIt).on('request', api);
  const forgetting = setInterval(
    () =>
      forgetOldAnswers(database, clock()).catch(error => log.error({ err: error }, 'old answers were not forgotten')),
    hourMilliseconds,
  );
  log.info({ url: publicUrl, port }, 'listening');

  await toldToEnd;
  log.info('closing');
  clearInterval(forgetting);
  await closeGracefully(server);
  await oauth.close();
  await database.close();
};

/** What whoever starts the server can act on, in a sentence each. */
const explain = (error: unknown): readonly string[] => {
  if (error instanceof ConfigError) return error.problems;
  if (error instanceof NewerDatabase) return [error.message];
  if (!(error instanceof Error)) return [String(error)];
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return ['API_PORT is in use by another program: choose another one'];
  if (code === 'EACCES' && syscall === 'listen')
    return ['API_PORT may not be opened by this user: choose one above 1023'];
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
