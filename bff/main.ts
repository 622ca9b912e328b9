import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '#server/config-error';
import { type GracefulServer, usualFarewell } from '#server/graceful-server';
import { watchLag } from '#server/lag';
import { listen } from '#server/listen';
import { measureProcess } from '#server/metrics';
import { toldToEnd } from '#server/told-to-end';
import { type BffDependencies, createBff } from './app.ts';
import { type Config, processConfig } from './config.ts';
import { createLog, serverOutput } from './log.ts';
import { createMetrics } from './metrics.ts';
import { readSecrets, type Secrets } from './secrets.ts';
import { serveMetrics } from './serve-metrics.ts';
import { createBffServer } from './server.ts';
import { seekAgreement } from './sign-in/agreement.ts';
import { createOAuthClient } from './sign-in/oauth-client.ts';
import { connectToApi, usualTimeouts } from './upstream/api-connection.ts';

const second = 1000;
const oauthTimeoutSeconds = 5;

/** Configuration, secrets, listen; then graceful until told to end. Throws ConfigError. */
async function start(config: Config): Promise<void> {
  const [log, clock] = [createLog(config.logLevel, serverOutput()), Date.now];
  const secrets = await readSecrets(config, { patienceMs: 10 * second, clock, log });
  // Heard from here on: a signal while the server begins to listen ends it right after.
  const told = toldToEnd();
  const [server, metrics] = [createBffServer(log), createMetrics()];
  const metricsServer = createServer(serveMetrics(metrics, log));
  try {
    if (config.metrics !== null) {
      measureProcess(metrics);
      const variables = { port: 'METRICS_PORT', host: 'METRICS_HOST' };
      log.info({ port: await listen(metricsServer, { ...config.metrics, variables }) }, 'listening for metrics');
    }
    const { port: asked, host } = config;
    const port = await listen(server, { port: asked, host, variables: { port: 'PORT', host: 'HOST' } });
    const publicUrl = config.publicUrl ?? `http://localhost:${port}`;
    const { application, close } = assemble(config, secrets, { publicUrl, log, metrics, clock, server });
    server.on('request', application);
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
}

type Surroundings = Pick<BffDependencies, 'publicUrl' | 'log' | 'metrics' | 'clock'> & { server: GracefulServer };

/** Makes the application, and begins to ask the API whether it knows this desk. */
function assemble(config: Config, { client, sessionKeys }: Secrets, surroundings: Surroundings) {
  const { publicUrl, log, metrics, clock, server } = surroundings;
  const { apiPublicUrl, apiUrl, trustProxy } = config;
  const api = connectToApi(apiUrl, usualTimeouts);
  const oauth = createOAuthClient({ api, apiPublicUrl, publicUrl, client, timeoutSeconds: oauthTimeoutSeconds });
  const webDir = fileURLToPath(new URL('../web/dist', import.meta.url));
  const state = { clock, isEnding: () => server.isEnding, lag: watchLag() };
  const parts = { publicUrl, apiPublicUrl, api, oauth, sessionKeys, webDir, trustProxy, log, metrics, ...state };
  const ended = new AbortController();
  const told = { publicUrl, apiPublicUrl, apiUrl, clientId: client.id };
  const agreeing = seekAgreement({ oauth, told, log, patienceMs: 10 * second, ended: ended.signal });
  const close = async () => {
    ended.abort();
    await Promise.all([api.close(), agreeing]);
  };
  return { application: createBff(parts), close };
}

/** What whoever starts the server can act on, in a sentence each. */
function explain(error: unknown): readonly string[] {
  if (error instanceof ConfigError) return error.problems;
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}

try {
  await start(processConfig());
} catch (error) {
  for (const sentence of explain(error)) console.error(sentence);
  process.exitCode = 1;
}
