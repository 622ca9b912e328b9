import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createBff } from './app.ts';
import { type Config, ConfigError, processConfig } from './config.ts';
import { createLog, serverOutput } from './log.ts';
import { readSecrets } from './secrets.ts';
import { closeGracefully, createBffServer } from './server.ts';
import { seekAgreement } from './sign-in/agreement.ts';
import { createOAuthClient } from './sign-in/oauth-client.ts';
import { connectToApi, usualTimeouts } from './upstream/api-connection.ts';

const second = 1000;
const oauthTimeoutSeconds = 5;

/** Configuration, secrets, connection, app, listen; then graceful until told to end. Throws ConfigError. */
async function start(config: Config): Promise<void> {
  const [log, clock] = [createLog(config.logLevel, serverOutput()), Date.now];
  const secrets = await readSecrets(config, { patienceMs: 10 * second, clock, log });
  // Heard from here on: a signal while the server begins to listen ends it right after.
  const toldToEnd = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  const api = connectToApi(config.apiUrl, usualTimeouts);
  const server = createBffServer(log);
  server.listen(config.port, config.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const publicUrl = config.publicUrl ?? `http://localhost:${port}`;
  const webDir = fileURLToPath(new URL('../web/dist', import.meta.url));
  const { apiPublicUrl, apiUrl, trustProxy } = config;
  const { client, sessionKeys } = secrets;
  const oauth = createOAuthClient({ api, apiPublicUrl, publicUrl, client, timeoutSeconds: oauthTimeoutSeconds });
  const surroundings = { publicUrl, apiPublicUrl, api, oauth, webDir, trustProxy };
  server.on('request', createBff({ ...surroundings, sessionKeys, log, clock }));
  log.info({ url: publicUrl, port }, 'listening');
  const ended = new AbortController();
  const told = { publicUrl, apiPublicUrl, apiUrl, clientId: client.id };
  const agreeing = seekAgreement({ oauth, told, log, patienceMs: 10 * second, ended: ended.signal });

  await toldToEnd;
  log.info('closing');
  ended.abort();
  await closeGracefully(server, 10 * second);
  await Promise.all([api.close(), agreeing]);
}

/** What whoever starts the server can act on, in a sentence each. */
function explain(error: unknown): readonly string[] {
  if (error instanceof ConfigError) return error.problems;
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE') return ['PORT is in use by another program: choose another one'];
  if (code === 'EACCES') return ['PORT may not be opened by this user: choose one above 1023'];
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}

try {
  await start(processConfig());
} catch (error) {
  for (const sentence of explain(error)) console.error(sentence);
  process.exitCode = 1;
}
