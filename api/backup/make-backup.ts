import { linkSync, renameSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CommandError } from '../command-line.ts';
import type { Database } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { outageOf } from '../database/outage.ts';
import type { Progress } from '../progress.ts';
import { copyRows } from './copy-rows.ts';
import { openWorkshop, type Workshop } from './workshop.ts';

/** What tells an SQLite file as a backup: "desk" in ASCII, as `application_id`. */
export const backupMark = 0x6465736b;

/** Where to write, whether something may be there already, and whom to tell how far it is. */
export type BackupOrder = {
  file: string;
  force: boolean;
  clock: () => number;
  onProgress: (progress: Progress) => void;
};

/** What was written. */
export type Backup = { file: string; rows: number; bytes: number };

/**
 * Writes one state of a store into a file, while others use it. The file is its owner's alone, and is there whole or not
 * at all: it is made in a folder beside its place, which goes in any case, at the next backup if need be.
 * @throws CommandError when it cannot be written, or is there and may not be replaced
 */
export const makeBackup = async (
  database: Database,
  { force, clock, onProgress, ...order }: BackupOrder,
): Promise<Backup> => {
  const file = resolve(order.file);
  if (!force && statSync(file, { throwIfNoEntry: false }) !== undefined) throw isThere(file);
  const { folder, remove } = openWorkshopFor(file);
  try {
    const rows = await write(database, folder, clock, onProgress);
    const made = join(folder, 'stardesk.db');
    const bytes = finish(made);
    if (force) renameSync(made, file);
    else linkSync(made, file);
    return { file, rows, bytes };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw isThere(file);
    const problem = problems[outageOf(error) ?? ''];
    if (problem !== undefined) throw new CommandError(`${problem} ${dirname(file)}. Nothing was written.`);
    throw error;
  } finally {
    remove();
  }
};

/** What the disk says, of the backup or of the store. */
const problems: Record<string, string> = {
  full: 'There is no room for the backup in',
  failing:
    'A disk refuses to be read or written: look at the room, the limits and the health of that of the store, and of',
};

const isThere = (file: string): CommandError =>
  new CommandError(`${file} is there already: choose another name, or --force replaces it.`);

const openWorkshopFor = (file: string): Workshop => {
  try {
    return openWorkshop(file);
  } catch (error) {
    throw new CommandError(`${file} cannot be written: ${error instanceof Error ? error.message : error}`);
  }
};

const write = async (
  database: Database,
  folder: string,
  clock: () => number,
  onProgress: BackupOrder['onProgress'],
): Promise<number> => {
  const backup = openDatabase({ dataDir: folder });
  try {
    await migrate(backup, clock);
    return await database.snapshot(from => backup.transaction(to => copyRows(from, to, onProgress)));
  } finally {
    await backup.close();
  }
};

/** From a store to one file that is read anywhere, and never written again; its size in bytes. */
const finish = (path: string): number => {
  const file = new DatabaseSync(path);
  file.exec(`PRAGMA journal_mode = DELETE; PRAGMA application_id = ${backupMark}`);
  file.close();
  return statSync(path).size;
};
