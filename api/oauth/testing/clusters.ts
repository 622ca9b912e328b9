import { createRequestQueue } from '#server/request-queue';
import { startBalancer } from '#server/testing/balancer';
import { listen } from '#server/testing/listen';
import { createApi } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { openDatabase } from '../../database/open-database.ts';
import { openFiles } from '../../files/files.ts';
import { createRequestContext } from '../../http/request-context.ts';
import { releasedVersions } from '../../http/versions/released-versions.ts';
import { createLog } from '../../log.ts';
import { createMailParser } from '../../mail/parse/mail-parser.ts';
import { createMetrics } from '../../metrics.ts';
import { createSecretKeys } from '../../secrets/secret-keys.ts';
import { createSecrets } from '../../secrets/secrets.ts';
import { createApiServer } from '../../server.ts';
import { startApiProcess } from '../../testing/api-process.ts';
import { noGracePeriod } from '../../testing/shutdown-timeouts.ts';
import { createOAuth } from '../oauth.ts';
import { isWeakTestHash } from './cheap-hash.ts';

type Environment = Record<string, string>;

/** One or more APIs on one store, behind one URL. */
export type ApiCluster = { url: string; close(): Promise<void> };

/** Starts a cluster; the environment selects the store. */
export type StartApiCluster = (environment: Environment) => Promise<ApiCluster>;

type Api = { port: number; stop(): Promise<unknown> };

/** Starts a process that is stopped with SIGKILL. */
const startKillable = async (environment: Environment): Promise<Api> => {
  const { port, stop } = await startApiProcess(environment);
  return { port, stop: () => stop('SIGKILL') };
};

/**
 * Starts an API in this process, ten times faster than in a new process. It has its own connections, and loads the
 * shared keys again.
 */
const startInProcess = async (environment: Environment): Promise<Api> => {
  const config = readConfig(environment);
  const { apiPublicUrl, limits } = config;
  const log = createLog('silent');
  const server = createApiServer(releasedVersions, log);
  const port = await listen(server);
  const database = openDatabase(config);
  const files = openFiles(database, config);
  const parts = { database, files, clock: Date.now, log, apiPublicUrl: apiPublicUrl ?? '', limits };
  const secrets = createSecrets(createSecretKeys(config));
  const oauth = await createOAuth({ ...parts, secrets, isWeakHash: isWeakTestHash });
  const observers = { context: createRequestContext(), metrics: createMetrics() };
  const isShuttingDown = () => server.isShuttingDown;
  const parser = createMailParser();
  const shutdown = new AbortController();
  const state = {
    isShuttingDown,
    uploads: server.uploads,
    parser,
    requestQueue: createRequestQueue(),
    shutdown: shutdown.signal,
  };
  server.on(
    'request',
    createApi({ ...config, ...parts, ...observers, ...state, oauth, secrets, apiVersions: releasedVersions }),
  );
  const stop = async () => {
    shutdown.abort();
    await server.closeGracefully(noGracePeriod);
    await Promise.all([parser.close(), database.close()]);
  };
  return { port, stop };
};

/** Runs one API. Restarts it before a request if `restartsAfter` selects the method of the previous request. */
const restartAfter =
  (start: (environment: Environment) => Promise<Api>, restartsAfter: (method: string) => boolean): StartApiCluster =>
  async environment => {
    let running: Api | undefined;
    let mustRestart = true;
    const beforeRequest = async (method: string) => {
      if (running === undefined || mustRestart) {
        await running?.stop();
        running = await start({ ...environment, API_PUBLIC_URL: balancer.url });
        balancer.ports.clear();
        balancer.ports.add(running.port);
      }
      mustRestart = restartsAfter(method);
    };
    const balancer = await startBalancer({ beforeRequest });
    const close = async () => {
      balancer.stop();
      await running?.stop();
    };
    return { url: balancer.url, close };
  };

/** Restarts the API gracefully before each request. */
export const startRestartedApi = restartAfter(startInProcess, () => true);

/** Kills the process after each POST, and starts another process before the next request. */
export const startKilledApi = restartAfter(startKillable, method => method === 'POST');

/** Sends requests to two processes alternately. */
export const startAlternatingApis: StartApiCluster = async environment => {
  const balancer = await startBalancer();
  const start = () => startKillable({ ...environment, API_PUBLIC_URL: balancer.url });
  const processes = await Promise.all([start(), start()]);
  for (const { port } of processes) balancer.ports.add(port);
  const close = async () => {
    balancer.stop();
    await Promise.all(processes.map(({ stop }) => stop()));
  };
  return { url: balancer.url, close };
};
