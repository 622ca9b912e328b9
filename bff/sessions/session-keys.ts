import { stat } from 'node:fs/promises';
import type { Logger } from 'pino';
import { readKeyRing } from './session-key-file.ts';

/** Returns the current session keys in hex, newest first. The first key seals, any key opens. */
export type SessionKeys = () => Promise<readonly string[]>;

export const createFixedKeys =
  (keys: readonly string[]): SessionKeys =>
  async () =>
    keys;

/** Returns a string that changes with a file's content, owner and permissions. */
async function readStamp(path: string): Promise<string> {
  const { ino, ctimeMs, size } = await stat(path);
  return `${ino} ${ctimeMs} ${size}`;
}

/**
 * Returns the keys of a file and reloads them when it changes. Each call costs one `stat`. If the file becomes
 * unreadable, the previous keys stay in use and one error is logged. Rejects if the first read fails.
 *
 * @param clock milliseconds since 1970
 */
export async function watchKeyFile(path: string, clock: () => number, log: Logger): Promise<SessionKeys> {
  let stamp = await readStamp(path);
  let ring = await readKeyRing(path);

  async function reload(): Promise<void> {
    const current = await readStamp(path).catch(() => 'unavailable');
    if (current === stamp) return;
    stamp = current;
    try {
      ring = await readKeyRing(path);
      log.info({ path }, 'reloaded the session keys');
    } catch (error) {
      log.error({ err: error, path }, 'failed to read the session keys; the previous keys stay in use');
    }
  }

  // Reloads run sequentially: a call during a reload waits for its result.
  let reloading = Promise.resolve();
  return async () => {
    reloading = reloading.then(reload);
    await reloading;
    return ring.filter(({ opensUntil }) => opensUntil === null || clock() < opensUntil).map(({ key }) => key);
  };
}
