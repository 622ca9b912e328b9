import { fileURLToPath } from 'node:url';
import { createBff } from './app.ts';
import { type Config, ConfigError, processConfig } from './config.ts';
import { usualFarewell } from './graceful-server.ts';
import { listen } from './listen.ts';
import { createLog, serverOutput } from './log.ts';
import { readSecrets } from './secrets.ts';
import { createBffServer } from './server.ts';
import { seekAgreement } from './sign-in/agreement.ts';
import { createOAuthClient } from './sign-in/oauth-client.ts';
import { toldToEnd } from './told-to-end.ts';
import { connectToApi, usualTimeouts } from './upstream/api-connection.ts';

const second = 1000;
const oauthTimeoutSeconds = 5;

/** Configuration, secrets, connection, app, listen; then graceful until told to end. Throws ConfigError. */
async function start(config: Config): Promise<void> {
  const [log, clock] = [createLog(config.logLevel, serverOutput()), Date.now];
  const secrets = await readSecrets(config, { patienceMs: 10 * second, clock, log });
  // Heard from here on: a signal while the server begins to listen ends it right after.
  const told = toldToEnd();
  const api = connectToApi(config.apiUrl, usualTimeouts);
  const server = createBffServer(log);
  const { port: asked, host } = config;
  const port = await listen(server, { port: asked, host, variables: { port: 'PORT', host: 'HOST' } });
  const publicUrl = config.publicUrl ?? `http://localhost:${port}`;
  const webDir = fileURLToPath(new URL('../web/dist', import.meta.url));
  const { apiPublicUrl, apiUrl, trustProxy } = config;
  const { client, sessionKeys } = secrets;
  const oauth = createOAuthClient({ api, apiPublicUrl, publicUrl, client, timeoutSeconds: oauthTimeoutSeconds });
  const surroundings = { publicUrl, apiPublicUrl, api, oauth, webDir, trustProxy };
  server.on('request', createBff({ ...surroundings, sessionKeys, log, clock, isEnding: () => server.isEnding }));
  log.info({ url: publicUrl, port }, 'listening');
  const ended = new AbortController();
  const addresses = { publicUrl, apiPublicUrl, apiUrl, clientId: client.id };
  const agreeing = seekAgreement({ oauth, told: addresses, log, patienceMs: 10 * second, ended: ended.signal });

  await told;
  log.info('closing');
  ended.abort();
  await server.endGracefully({ ...usualFarewell, notice: config.shutdownDelay });
  await Promise.all([api.close(), agreeing]);
  log.info('closed');
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
