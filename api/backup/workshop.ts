import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
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
  const lock = takeLock(folder);
  const remove = (): void => {
    lock.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, remove };
};

const prefixOf = (file: string): string => `.${basename(file)}-`;

const removeLeftovers = (file: string): void => {
  const prefix = prefixOf(file);
  const isOurs = (name: string) => name.startsWith(prefix) && /^[A-Za-z0-9]{6}$/.test(name.slice(prefix.length));
  for (const name of readdirSync(dirname(file)).filter(isOurs)) {
    const folder = join(dirname(file), name);
    if (isLeft(folder)) rmSync(folder, { recursive: true, force: true });
  }
};

/** Whether nobody works there any more. One that has no lock yet is just being made. */
const isLeft = (folder: string): boolean => {
  if (statSync(join(folder, lockName), { throwIfNoEntry: false }) === undefined) return false;
  try {
    takeLock(folder).close();
    return true;
  } catch {
    return false;
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
