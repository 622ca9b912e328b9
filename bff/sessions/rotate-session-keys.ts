import { open, rename, rm } from 'node:fs/promises';
import { maxSessionMilliseconds } from './session-cookie.ts';
import { createSessionKey, formatKeyRing, type KeyRing, readKeyRing } from './session-key-file.ts';

/** Another rotation is running or was interrupted; the message says what to do. */
export class RotationInProgressError extends Error {}

/** Adds a new key that seals. The others only open, until the last session they sealed has ended. */
function addKey(ring: KeyRing, now: number): KeyRing {
  const end = now + maxSessionMilliseconds;
  const older = ring.map(({ key, opensUntil }) => ({ key, opensUntil: opensUntil ?? end }));
  return [createSessionKey(), ...older.filter(({ opensUntil }) => opensUntil > now)];
}

/**
 * Adds a new key to a key file and removes expired ones. Running servers use it immediately.
 * Throws RotationInProgressError, or Error if the file cannot be read or replaced.
 *
 * @param now milliseconds since 1970
 */
export async function rotateKeyFile(path: string, now: number): Promise<KeyRing> {
  // The draft is also the lock: concurrent rotations must not lose each other's key, which may be in use already.
  const draft = `${path}.new`;
  const file = await open(draft, 'wx', 0o600).catch(error => {
    if (error.code !== 'EEXIST') throw error;
    throw new RotationInProgressError(`Another rotation is running. If none is, delete ${draft} and try again.`);
  });
  try {
    const ring = addKey(await readKeyRing(path), now);
    await file.writeFile(formatKeyRing(ring));
    await file.sync();
    await rename(draft, path);
    return ring;
  } catch (error) {
    await rm(draft);
    throw error;
  } finally {
    await file.close();
  }
}
