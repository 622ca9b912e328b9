import { fileURLToPath } from 'node:url';
import type { Environment } from '#server/environment';
import type { HttpServer } from '#server/http-server';
import { createRequestQueue } from '#server/request-queue';
import { serve } from '#server/serve';
import type { WaitForShutdown } from '#server/shutdown-signal';
import { type BffDependencies, createBff } from './app.ts';
import { type BffConfig, readBffConfig } from './config.ts';
import { createBffLog, openServerOutput } from './log.ts';
import { createBffMetrics } from './metrics.ts';
import { readSecrets, type Secrets } from './secrets.ts';
import { serveBffMetrics } from './serve-metrics.ts';
import { createBffServer } from './server.ts';
import { checkSettings } from './sign-in/check-settings.ts';
import { createOAuthClient } from './sign-in/oauth-client.ts';
import { createApiPool, defaultApiTimeouts } from './upstream/api-pool.ts';

const second = 1000;
const oauthTimeoutSeconds = 5;

/** Reads configuration and secrets, listens, and shuts down gracefully. @throws {ConfigError} */
export async function start(environment: Environment, waitForShutdown: WaitForShutdown): Promise<void> {
  const config = readBffConfig(environment);
  const [log, clock] = [createBffLog(config.logLevel, openServerOutput()), Date.now];
  const secrets = await readSecrets(config, { timeoutMilliseconds: 10 * second, clock, log });
  const metrics = createBffMetrics();
  const server = createBffServer(log, { metrics });
  await serve({
    server,
    config,
    variables: { port: 'PORT', metricsPort: 'METRICS_PORT' },
    metrics,
    serveMetrics: serveBffMetrics(metrics, log),
    log,
    waitForShutdown,
    assemble: port => {
      const publicUrl = config.publicUrl ?? `http://localhost:${port}`;
      return { url: publicUrl, ...assemble(config, secrets, { publicUrl, log, metrics, clock, server }) };
    },
  });
}

type Context = Pick<BffDependencies, 'publicUrl' | 'log' | 'metrics' | 'clock'> & { server: HttpServer };

/** Creates the application and starts checking its settings against the API's. */
function assemble(config: BffConfig, { client, sessionKeys }: Secrets, context: Context) {
  const { publicUrl, log, metrics, clock, server } = context;
  const { apiPublicUrl, apiUrl, trustProxy } = config;
  const api = createApiPool(apiUrl, defaultApiTimeouts);
  const oauth = createOAuthClient({ api, apiPublicUrl, publicUrl, client, timeoutSeconds: oauthTimeoutSeconds });
  const webDir = fileURLToPath(new URL('../web/dist', import.meta.url));
  const requestQueue = createRequestQueue({ countAcceptedConnections: () => server.acceptedConnections });
  const shutdown = new AbortController();
  const state = {
    clock,
    shutdown: shutdown.signal,
    isShuttingDown: () => server.isShuttingDown,
    uploads: server.uploads,
    requestQueue,
  };
  const parts = { publicUrl, apiPublicUrl, api, oauth, sessionKeys, webDir, trustProxy, log, metrics, ...state };
  const closed = new AbortController();
  const settings = { publicUrl, apiPublicUrl, apiUrl, clientId: client.id };
  const checking = checkSettings({ oauth, settings, log, graceMilliseconds: 10 * second, closed: closed.signal });
  const close = async () => {
    closed.abort();
    await Promise.all([api.close(), checking]);
  };
  return { application: createBff(parts), endStreams: () => shutdown.abort(), close };
}
