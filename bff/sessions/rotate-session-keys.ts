import { open, rename, rm } from 'node:fs/promises';
import { longestSessionMs } from './session-cookie.ts';
import { formatKeyRing, type KeyRing, makeKey, readKeyRing } from './session-key-file.ts';

/** Another rotation is under way, or was broken off; the sentence says what to do. */
export class RotationUnderWay extends Error {}

/** The ring after a rotation: a new key seals, the others open what they sealed, until the last session of it has ended. */
function rotated(ring: KeyRing, now: number): KeyRing {
  const end = now + longestSessionMs;
  const opening = ring.map(({ key, opensUntil }) => ({ key, opensUntil: opensUntil ?? end }));
  return [makeKey(), ...opening.filter(({ opensUntil }) => opensUntil > now)];
}

/**
 * Puts a new key in front of a file's ring, and forgets those that have no session left. Running servers take it up at once.
 * Throws RotationUnderWay, or Error when the file cannot be read or replaced.
 *
 * @param now milliseconds since 1970
 */
export async function rotateKeyFile(path: string, now: number): Promise<KeyRing> {
  // The draft is the lock too: of two rotations at once neither may lose the other's key, which may have sealed already.
  const draft = `${path}.new`;
  const file = await open(draft, 'wx', 0o600).catch(error => {
    if (error.code !== 'EEXIST') throw error;
    throw new RotationUnderWay(`Another rotation is under way. If none is, remove ${draft} and try again.`);
  });
  try {
    const ring = rotated(await readKeyRing(path), now);
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
