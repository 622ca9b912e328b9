import { stat } from 'node:fs/promises';
import type { Logger } from 'pino';
import { readKeyRing } from './session-key-file.ts';

/** The session keys of this moment, in hex, newest first: the first seals, every one opens. */
export type SessionKeys = () => Promise<readonly string[]>;

/** Keys that stay as they are while the process runs. */
export const fixedKeys =
  (keys: readonly string[]): SessionKeys =>
  async () =>
    keys;

/** What tells one state of a file from another: a rotation puts another file in its place. */
async function stampOf(path: string): Promise<string> {
  const { ino, mtimeMs, size } = await stat(path);
  return `${ino} ${mtimeMs} ${size}`;
}

/**
 * The keys of a file, also once it has been replaced: asking costs a `stat`. A file that can no longer be read leaves the
 * keys as they were, and is complained of once. Rejects when it cannot be read to begin with.
 *
 * @param clock milliseconds since 1970
 */
export async function keysOfFile(path: string, clock: () => number, log: Logger): Promise<SessionKeys> {
  let stamp = await stampOf(path);
  let ring = await readKeyRing(path);

  async function lookAgain(): Promise<void> {
    const now = await stampOf(path).catch(() => 'gone');
    if (now === stamp) return;
    stamp = now;
    try {
      ring = await readKeyRing(path);
      log.info({ path }, 'the session keys have changed');
    } catch (error) {
      log.error({ err: error, path }, 'the session keys cannot be read; those before stay in use');
    }
  }

  // One look after the other: who comes while another one reads has to wait for what it reads.
  let looked = Promise.resolve();
  return async () => {
    looked = looked.then(lookAgain);
    await looked;
    return ring.filter(({ opensUntil }) => opensUntil === null || clock() < opensUntil).map(({ key }) => key);
  };
}
