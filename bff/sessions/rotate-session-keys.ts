import { open, rename, rm } from 'node:fs/promises';
import { copyOwner } from '#server/copy-owner';
import { maxSessionMilliseconds } from './session-cookie.ts';
import { createSessionKey, formatKeyRing, type KeyRing, readKeyRing } from './session-key-file.ts';

/** A rotation is running or was interrupted; the message says what to do. */
export class RotationInProgressError extends Error {}

/** Adds a new sealing key. The old keys only open cookies, until the last session that they sealed has ended. */
function addKey(ring: KeyRing, now: number): KeyRing {
  const end = now + maxSessionMilliseconds;
  const older = ring.map(({ key, opensUntil }) => ({ key, opensUntil: opensUntil ?? end }));
  return [createSessionKey(), ...older.filter(({ opensUntil }) => opensUntil > now)];
}

/**
 * Adds a new key to a key file and removes expired keys. Running servers use the new key immediately.
 * Throws RotationInProgressError, or Error if the file cannot be read or replaced.
 *
 * @param now milliseconds since 1970
 */
export async function rotateKeyFile(path: string, now: number): Promise<KeyRing> {
  // The temporary file is also a lock. Concurrent rotations must not lose a key that is already in use.
  const temporaryFile = `${path}.new`;
  const file = await open(temporaryFile, 'wx', 0o600).catch(error => {
    if (error.code !== 'EEXIST') throw error;
    throw new RotationInProgressError(
      `Another rotation may be running: ${temporaryFile} exists. If none is running, delete the file and try again.`,
    );
  });
  try {
    const ring = addKey(await readKeyRing(path), now);
    await file.writeFile(formatKeyRing(ring));
    copyOwner(path, file.fd);
    await file.sync();
    await rename(temporaryFile, path);
    return ring;
  } catch (error) {
    await rm(temporaryFile);
    throw error;
  } finally {
    await file.close();
  }
}
