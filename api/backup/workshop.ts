import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A folder in which a file is made beside its place, and how to be rid of it. */
export type Workshop = { folder: string; remove(): void };

/** The kernel ends the lock with whoever holds it, however that ends. */
const lockName = 'lock';

/**
 * Makes a folder beside the place of `file`, its owner's alone and locked for as long as it is worked in, and removes those
 * that were left for the same file by a process that was killed. Throws what the file system says.
 */
export const openWorkshop = (file: string): Workshop => {
  removeLeftovers(file);
  const folder = mkdtempSync(join(dirname(file), prefixOf(file)));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const lock = takeLock(folder);
    return {
      folder,
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

const prefixOf = (file: string): string => `.${basename(file)}-`;

const removeLeftovers = (file: string): void => {
  const prefix = prefixOf(file);
  const isOurs = (name: string) => name.startsWith(prefix) && /^[A-Za-z0-9]{6}$/.test(name.slice(prefix.length));
  for (const name of readdirSync(dirname(file)).filter(isOurs)) removeIfLeft(join(dirname(file), name));
};

/** Removes a folder in which nobody works any more. One that has no lock yet is just being made; somebody else's stays. */
const removeIfLeft = (folder: string): void => {
  try {
    if (!existsSync(join(folder, lockName))) return;
    takeLock(folder).close();
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Nothing here is worth more than the backup.
  }
};

const takeLock = (folder: string): DatabaseSync => {
  const lock = new DatabaseSync(join(folder, lockName), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    throw error;
  }
};
