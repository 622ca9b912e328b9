import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const gibibyte = 2 ** 30;

/** What the files of a whole run take at most, twice over. */
const roomNeeded = 2 * gibibyte;

/**
 * Puts the temporary files of everything that is started from now on into memory, where there is plenty of it: the stores
 * of a run are hundreds of folders, made and removed, and a disk's file system spends a sixth of the run on that.
 * They are gone when this process ends.
 */
export function keepTemporaryFilesInMemory() {
  const shared = findSharedMemory();
  if (shared === undefined || process.env.TMPDIR !== undefined) return;
  const folder = mkdtempSync(join(shared, 'stardesk-test-'));
  // Another user's programs go through it: PostgreSQL never runs as root.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}

/** Where files are kept in memory, with room for a run's and memory to spare. */
function findSharedMemory() {
  const folder = '/dev/shm';
  try {
    const isInMemory = isMountedInMemory(readFileSync('/proc/mounts', 'utf8'), folder);
    const { bavail, bsize } = statfsSync(folder);
    const isRoomy = bavail * bsize > roomNeeded && process.availableMemory() > 2 * roomNeeded;
    return isInMemory && isRoomy ? folder : undefined;
  } catch {
    // Another system, where there is no such thing.
    return undefined;
  }
}

/**
 * Whether a folder is a file system in memory that programs may be run from.
 * @param {string} mounts as in /proc/mounts: device, folder, type, options …
 * @param {string} folder
 */
export function isMountedInMemory(mounts, folder) {
  const [, , type, options] =
    mounts
      .split('\n')
      .map(line => line.split(' '))
      .findLast(([, at]) => at === folder) ?? [];
  return type === 'tmpfs' && !options?.split(',').includes('noexec');
}
