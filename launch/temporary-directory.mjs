import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const gibibyte = 2 ** 30;

/** Twice the size of a run's temporary files. */
const neededBytes = 2 * gibibyte;

/**
 * Sets TMPDIR to a folder in memory if enough memory is free. The folder exists until this process exits. A run creates
 * and removes hundreds of databases. On a disk, this takes a sixth of the time of the run.
 */
export function putTemporaryFilesInMemory() {
  const shared = findSharedMemory();
  if (shared === undefined || process.env.TMPDIR !== undefined) return;
  const folder = mkdtempSync(join(shared, 'stardesk-test-'));
  // If root runs the tests, PostgreSQL runs as a different user, which must pass through this folder.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}

/** Finds a file system in memory with enough free space. The machine must have enough free memory. */
function findSharedMemory() {
  const folder = '/dev/shm';
  try {
    const isInMemory = isMountedInMemory(readFileSync('/proc/mounts', 'utf8'), folder);
    const { bavail, bsize } = statfsSync(folder);
    const hasSpace = bavail * bsize > neededBytes && process.availableMemory() > 2 * neededBytes;
    return isInMemory && hasSpace ? folder : undefined;
  } catch {
    // Only Linux has /dev/shm.
    return undefined;
  }
}

/**
 * Returns whether a folder is a file system in memory that allows executables.
 * @param {string} mounts the text of /proc/mounts: device, folder, type, options …
 * @param {string} folder
 */
function isMountedInMemory(mounts, folder) {
  const [, , type, options] =
    mounts
      .split('\n')
      .map(line => line.split(' '))
      .findLast(([, at]) => at === folder) ?? [];
  return type === 'tmpfs' && !options?.split(',').includes('noexec');
}
