import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { z } from 'zod';
import { ConfigError } from '#server/config-error';
import type { Config } from './config.ts';
import { keyFileIn, makeKeyFile } from './sessions/session-key-file.ts';
import { fixedKeys, keysOfFile, type SessionKeys } from './sessions/session-keys.ts';

/** What the bff must know and nobody else may. */
export type Secrets = {
  client: { id: string; secret: string };
  sessionKeys: SessionKeys;
};

const howToGetIt = 'where the api runs, "npm run desk -- clients web-app" prints what to set here';

const clientFile = z.object({ client_id: z.string().min(1), client_secret: z.string().min(1) });

/** The file's text, or null while it is not there yet. */
async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * The bff's client from the file that the api's first start makes (it appears whole: written aside, then linked).
 * Throws ConfigError naming the variable to set when it has not appeared in time, or cannot be read.
 */
async function awaitClient(dataDir: string, until: number): Promise<Secrets['client']> {
  const path = join(dataDir, 'bff-client.json');
  for (;;) {
    const text = await readIfThere(path).catch(error => {
      throw new ConfigError([`OAUTH_CLIENT_ID is not set, and ${path} cannot be read: ${error.message}`]);
    });
    if (text !== null) return parseClient(text, path);
    if (Date.now() >= until)
      throw new ConfigError([`OAUTH_CLIENT_ID is not set, and ${path} did not appear: ${howToGetIt}`]);
    await pause(100);
  }
}

function parseClient(text: string, path: string): Secrets['client'] {
  try {
    const { client_id: id, client_secret: secret } = clientFile.parse(JSON.parse(text));
    return { id, secret };
  } catch {
    throw new ConfigError([`OAUTH_CLIENT_ID is not set, and ${path} does not hold what it should`]);
  }
}

/** The keys in the data directory, made at the first start. Throws ConfigError naming the variable to set instead. */
async function openKeyFile(path: string, clock: () => number, log: Logger): Promise<SessionKeys> {
  try {
    await makeKeyFile(path);
    return await keysOfFile(path, clock, log);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`SESSION_KEYS is not set, and there are none in DATA_DIR: ${reason}`]);
  }
}

/**
 * The secrets, from the environment or else from the data directory: the session keys are made there, for the client
 * that the api makes there it waits `patienceMs`. Throws ConfigError listing all that is missing.
 */
export async function readSecrets(
  { bffClient, sessionKeys, dataDir }: Config,
  { patienceMs, clock, log }: { patienceMs: number; clock: () => number; log: Logger },
): Promise<Secrets> {
  const [theClient, theKeys] = await Promise.allSettled([
    bffClient ?? awaitClient(dataDir, Date.now() + patienceMs),
    sessionKeys ? fixedKeys(sessionKeys) : openKeyFile(keyFileIn(dataDir), clock, log),
  ]);
  if (theClient.status === 'rejected' || theKeys.status === 'rejected') {
    const failures = [theClient, theKeys].flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason] : []));
    throw new ConfigError(failures.map(reason => (reason instanceof Error ? reason.message : String(reason))));
  }
  return { client: theClient.value, sessionKeys: theKeys.value };
}
