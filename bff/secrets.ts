import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { z } from 'zod';
import { ConfigError } from '#server/config-error';
import type { BffConfig } from './config.ts';
import { createKeyFile, getKeyFilePath } from './sessions/session-key-file.ts';
import { createFixedKeys, type SessionKeys, watchKeyFile } from './sessions/session-keys.ts';

/** The OAuth client credentials and the session keys. */
export type Secrets = {
  client: { id: string; secret: string };
  sessionKeys: SessionKeys;
};

const instruction =
  'run "npm run desk -- clients web-app" on the API host and set the variables that the command prints';

const clientFile = z.object({ client_id: z.string().min(1), client_secret: z.string().min(1) });

/** Reads a file; null if it does not exist yet. */
async function readIfExists(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Waits for the client file that the API's first start creates atomically. If the file does not appear in time or
 * cannot be read, throws a ConfigError that names the variable to set.
 */
async function waitForClient(dataDir: string, until: number): Promise<Secrets['client']> {
  const path = join(dataDir, 'bff-client.json');
  for (;;) {
    const text = await readIfExists(path).catch(error => {
      throw new ConfigError([`OAUTH_CLIENT_ID is not set, and ${path} cannot be read: ${error.message}`]);
    });
    if (text !== null) return parseClient(text, path);
    if (Date.now() >= until)
      throw new ConfigError([`OAUTH_CLIENT_ID is not set, and ${path} did not appear: ${instruction}`]);
    await pause(100);
  }
}

function parseClient(text: string, path: string): Secrets['client'] {
  try {
    const { client_id: id, client_secret: secret } = clientFile.parse(JSON.parse(text));
    return { id, secret };
  } catch {
    throw new ConfigError([`OAUTH_CLIENT_ID is not set, and ${path} is malformed: ${instruction}`]);
  }
}

/** Opens the key file, created at the first start. Throws ConfigError naming the variable to set instead. */
async function openKeyFile(path: string, clock: () => number, log: Logger): Promise<SessionKeys> {
  try {
    await createKeyFile(path);
    return await watchKeyFile(path, clock, log);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`SESSION_KEYS is not set, and DATA_DIR has no usable session keys: ${reason}`]);
  }
}

/**
 * Reads the secrets from the environment, otherwise from the data directory. Creates missing session keys there and
 * waits `timeoutMilliseconds` for the client file, which the API creates. Throws ConfigError listing everything that is
 * missing.
 */
export async function readSecrets(
  { bffClient, sessionKeys, dataDir }: BffConfig,
  { timeoutMilliseconds, clock, log }: { timeoutMilliseconds: number; clock: () => number; log: Logger },
): Promise<Secrets> {
  const [clientResult, keysResult] = await Promise.allSettled([
    bffClient ?? waitForClient(dataDir, Date.now() + timeoutMilliseconds),
    sessionKeys ? createFixedKeys(sessionKeys) : openKeyFile(getKeyFilePath(dataDir), clock, log),
  ]);
  if (clientResult.status === 'rejected' || keysResult.status === 'rejected') {
    const failures = [clientResult, keysResult].flatMap(outcome =>
      outcome.status === 'rejected' ? [outcome.reason] : [],
    );
    throw new ConfigError(failures.map(reason => (reason instanceof Error ? reason.message : String(reason))));
  }
  return { client: clientResult.value, sessionKeys: keysResult.value };
}
