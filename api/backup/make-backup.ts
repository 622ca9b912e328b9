import { closeSync, linkSync, openSync, renameSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CommandError } from '../command-line.ts';
import type { Database } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open-database.ts';
import { findStoreOutage } from '../database/outage.ts';
import type { FileDriver } from '../files/driver.ts';
import type { Files } from '../files/files.ts';
import { HoldConflictError, HoldLostError, holdJobs } from '../jobs/hold-jobs.ts';
import type { Progress } from '../progress.ts';
import { type CopiedFiles, copyFiles, createCopyProgress, createDriverWithin, markOmitted } from './copy-files.ts';
import { copyRows } from './copy-rows.ts';
import { openTemporaryDirectory, type TemporaryDirectory } from './temporary-directory.ts';

/** Marks an SQLite file as a backup: "desk" in ASCII, as `application_id`. */
export const backupApplicationId = 0x6465736b;

export type BackupOptions = {
  file: string;
  force: boolean;
  /** The files of the desk; null leaves their bytes out. */
  files: Files | null;
  clock: () => number;
  onProgress: (progress: Progress) => void;
};

/** `files` is null if their bytes were left out. */
export type Backup = { file: string; rows: number; bytes: number; files: CopiedFiles | null };

/**
 * Writes a snapshot of a store in use to a file with mode 0600. The file is written in a temporary directory and then
 * moved, so it never contains only a part of the snapshot.
 * @throws CommandError if the file cannot be written or exists (without `force`), a disk is full or fails, files are
 * being moved, or the process was suspended too long
 */
export const makeBackup = async (
  database: Database,
  { force, files, clock, onProgress, ...options }: BackupOptions,
): Promise<Backup> => {
  const file = resolve(options.file);
  if (!force && statSync(file, { throwIfNoEntry: false }) !== undefined) throw alreadyExistsError(file);
  const { directory, remove } = openDirectoryOrThrow(file);
  try {
    const writeAll = () => write(database, directory, { files, clock, onProgress });
    const hold = { kind: 'collect_files', isExclusive: false } as const;
    const written = await (files === null ? writeAll() : holdJobs(database, hold, writeAll));
    const path = join(directory, 'stardesk.db');
    const bytes = closeBackupFile(path);
    if (force) renameSync(path, file);
    else moveToNewName(path, file);
    return { file, bytes, ...written };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw alreadyExistsError(file);
    if (error instanceof HoldConflictError) throw new CommandError(`${filesAreMoved} Nothing was written.`);
    if (error instanceof HoldLostError) throw new CommandError(`${holdWasLost} Nothing was written.`);
    const problem = outageMessages[findStoreOutage(error) ?? ''];
    if (problem !== undefined) throw new CommandError(`${problem} ${dirname(file)}. Nothing was written.`);
    throw error;
  } finally {
    remove();
  }
};

/** Messages for outages of a disk, which may contain the backup or the store. */
const outageMessages: Record<string, string> = {
  full: 'No space left for the backup in',
  failing: 'A disk fails to read or write: check the space, limits and health of the disk of the store, and of',
};

const filesAreMoved =
  '"desk files move" is moving the files. Back up after it has finished, or a minute after it was killed, or use --without-files.';

const holdWasLost =
  'The backup was suspended for more than a minute, so some of its files may have been deleted: run it again.';

const alreadyExistsError = (file: string): CommandError =>
  new CommandError(`${file} already exists: choose another name, or replace it with --force.`);

const openDirectoryOrThrow = (file: string): TemporaryDirectory => {
  try {
    return openTemporaryDirectory(file);
  } catch (error) {
    throw new CommandError(`${file} cannot be written: ${error instanceof Error ? error.message : error}`);
  }
};

/** Moves a file without replacing another file. @throws EEXIST, and other errors of the file system */
const moveToNewName = (from: string, to: string): void => {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && withoutHardLinks.has(error.code))) throw error;
    // Only one process can create the empty file, which is then replaced.
    closeSync(openSync(to, 'wx'));
    renameSync(from, to);
  }
};

/** Error codes of file systems without hard links. Examples are FAT and some network file systems. */
const withoutHardLinks = new Set<unknown>(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

type WriteOptions = Pick<BackupOptions, 'files' | 'clock' | 'onProgress'>;

/** Writes all rows, then the bytes of their files, from one snapshot of the store. */
const write = async (
  database: Database,
  directory: string,
  { files, clock, onProgress }: WriteOptions,
): Promise<Omit<Backup, 'file' | 'bytes'>> => {
  const backup = openDatabase({ dataDir: directory });
  try {
    await migrate(backup, clock);
    return await database.snapshot(async from => {
      const { onRows, onFile } = await createCopyProgress(from, files !== null, onProgress);
      const rows = await backup.transaction(to => copyRows(from, to, onRows));
      if (files === null) {
        await backup.transaction(markOmitted);
        return { rows, files };
      }
      const copied = await copyFiles({
        ...{ from, transact: backup.transaction, createTarget: createDriverWithin, location: 'database', onFile },
        drivers: { disk: followMoves(files), database: createDriverWithin(from) },
      });
      return { rows, files: copied };
    });
  } finally {
    await backup.close();
  }
};

/** Reads files from the disk, or from their new location: files may be moved while the snapshot is copied. */
const followMoves = (files: Files): FileDriver => ({
  ...files.drivers.disk,
  async *read({ sha256 }, range) {
    yield* (await files.get(sha256, range)).chunks;
  },
});

/** Turns a store into a single backup file without a WAL. Returns its size in bytes. */
const closeBackupFile = (path: string): number => {
  const file = new DatabaseSync(path);
  file.exec(`PRAGMA journal_mode = DELETE; PRAGMA application_id = ${backupApplicationId}`);
  file.close();
  return statSync(path).size;
};
