import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { type Config, ConfigError, sessionKey } from './config.ts';

/** What the bff must know and nobody else may. */
export type Secrets = {
  client: { id: string; secret: string };
  /** Hex, newest first: the first seals, every one opens. */
  sessionKeys: readonly string[];
};

const clientFile = z.object({ client_id: z.string().min(1), client_secret: z.string().min(1) });
const keysFile = z.object({ keys: z.array(sessionKey).min(1) });

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
 * Reads a file that another process of the desk may be about to create (it appears whole: written aside, then linked).
 * Throws ConfigError naming the variable to set when it has not appeared in time, or cannot be read.
 */
async function awaitFile<T>(path: string, schema: z.ZodType<T>, variable: string, until: number): Promise<T> {
  for (;;) {
    const text = await readIfThere(path).catch(error => {
      throw new ConfigError([`${variable} is not set, and ${path} cannot be read: ${error.message}`]);
    });
    if (text !== null) return parse(text, path, schema, variable);
    if (Date.now() >= until) throw new ConfigError([`${variable} is not set, and ${path} did not appear`]);
    await pause(100);
  }
}

function parse<T>(text: string, path: string, schema: z.ZodType<T>, variable: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new ConfigError([`${variable} is not set, and ${path} does not hold what it should`]);
  }
}

/**
 * The secrets, from the environment or else from the files that the first start of the desk leaves in the data
 * directory. Waits `patienceMs` for the files; throws ConfigError listing what is still missing then.
 */
export async function readSecrets(config: Config, patienceMs: number): Promise<Secrets> {
  const until = Date.now() + patienceMs;
  const [client, keys] = await Promise.allSettled([
    config.client ??
      awaitFile(join(config.dataDir, 'bff-client.json'), clientFile, 'OAUTH_CLIENT_ID', until).then(file => ({
        id: file.client_id,
        secret: file.client_secret,
      })),
    config.sessionKeys ??
      awaitFile(join(config.dataDir, 'session-keys.json'), keysFile, 'SESSION_KEYS', until).then(file => file.keys),
  ]);
  if (client.status === 'rejected' || keys.status === 'rejected') {
    const failures = [client, keys].flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason] : []));
    throw new ConfigError(failures.map(reason => (reason instanceof Error ? reason.message : String(reason))));
  }
  return { client: client.value, sessionKeys: keys.value };
}
