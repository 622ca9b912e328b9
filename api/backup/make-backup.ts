import { linkSync, renameSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CommandError } from '../command-line.ts';
import type { Database } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open-database.ts';
import { findStoreOutage } from '../database/outage.ts';
import type { Progress } from '../progress.ts';
import { copyRows } from './copy-rows.ts';
import { openTemporaryDirectory, type TemporaryDirectory } from './temporary-directory.ts';

/** Marks an SQLite file as a backup: "desk" in ASCII, as `application_id`. */
export const backupApplicationId = 0x6465736b;

export type BackupOptions = {
  file: string;
  force: boolean;
  clock: () => number;
  onProgress: (progress: Progress) => void;
};

export type Backup = { file: string; rows: number; bytes: number };

/**
 * Writes a snapshot of a store in use to a file with mode 0600. The file is written in a temporary directory and then
 * moved, so it is never incomplete.
 * @throws CommandError when the file cannot be written, or exists without `force`
 */
export const makeBackup = async (
  database: Database,
  { force, clock, onProgress, ...options }: BackupOptions,
): Promise<Backup> => {
  const file = resolve(options.file);
  if (!force && statSync(file, { throwIfNoEntry: false }) !== undefined) throw alreadyExists(file);
  const { directory, remove } = openDirectoryOrThrow(file);
  try {
    const rows = await write(database, directory, clock, onProgress);
    const path = join(directory, 'stardesk.db');
    const bytes = finish(path);
    if (force) renameSync(path, file);
    else linkSync(path, file);
    return { file, rows, bytes };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw alreadyExists(file);
    const problem = problems[findStoreOutage(error) ?? ''];
    if (problem !== undefined) throw new CommandError(`${problem} ${dirname(file)}. Nothing was written.`);
    throw error;
  } finally {
    remove();
  }
};

/** Messages for disk errors, of the backup or of the store. */
const problems: Record<string, string> = {
  full: 'No space left for the backup in',
  failing: 'A disk fails to read or write: check the space, limits and health of the disk of the store, and of',
};

const alreadyExists = (file: string): CommandError =>
  new CommandError(`${file} already exists: choose another name, or replace it with --force.`);

const openDirectoryOrThrow = (file: string): TemporaryDirectory => {
  try {
    return openTemporaryDirectory(file);
  } catch (error) {
    throw new CommandError(`${file} cannot be written: ${error instanceof Error ? error.message : error}`);
  }
};

const write = async (
  database: Database,
  directory: string,
  clock: () => number,
  onProgress: BackupOptions['onProgress'],
): Promise<number> => {
  const backup = openDatabase({ dataDir: directory });
  try {
    await migrate(backup, clock);
    return await database.snapshot(from => backup.transaction(to => copyRows(from, to, onProgress)));
  } finally {
    await backup.close();
  }
};

/** Turns a store into a single backup file without a WAL; returns its size in bytes. */
const finish = (path: string): number => {
  const file = new DatabaseSync(path);
  file.exec(`PRAGMA journal_mode = DELETE; PRAGMA application_id = ${backupApplicationId}`);
  file.close();
  return statSync(path).size;
};
