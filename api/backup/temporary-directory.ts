import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A locked directory next to a target file. */
export type TemporaryDirectory = { directory: string; remove(): void };

/** The name of the lock file. The kernel releases the lock when the process ends, even after a crash. */
const lockName = 'lock';

/**
 * Creates a private, locked directory next to `file`. First removes the directories of killed processes that wrote the
 * same file.
 * @throws errors of the file system
 */
export const openTemporaryDirectory = (file: string): TemporaryDirectory => {
  removeLeftovers(file);
  const directory = mkdtempSync(join(dirname(file), getPrefix(file)));
  const remove = (): void => rmSync(directory, { recursive: true, force: true });
  try {
    const lock = acquireLock(directory);
    return {
      directory,
      remove: () => {
        lock.close();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
};

const getPrefix = (file: string): string => `.${basename(file)}-`;

const removeLeftovers = (file: string): void => {
  const prefix = getPrefix(file);
  const hasPrefix = (name: string) => name.startsWith(prefix) && /^[A-Za-z0-9]{6}$/.test(name.slice(prefix.length));
  for (const name of readdirSync(dirname(file)).filter(hasPrefix)) removeIfUnused(join(dirname(file), name));
};

/** Removes a directory that no process uses. A directory without a lock file stays: a process may be creating it. */
const removeIfUnused = (directory: string): void => {
  try {
    if (!existsSync(join(directory, lockName))) return;
    acquireLock(directory).close();
    rmSync(directory, { recursive: true, force: true });
  } catch {
    // A failed cleanup must not fail the backup.
  }
};

const acquireLock = (directory: string): DatabaseSync => {
  const lock = new DatabaseSync(join(directory, lockName), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    throw error;
  }
};
