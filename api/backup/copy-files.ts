import { sql } from 'kysely';
import type { Queries, WriteTransaction } from '../database/database.ts';
import { chunkBytes, createDatabaseDriver, isCompleteFile } from '../files/database-driver.ts';
import {
  decodeLocation,
  encodeLocation,
  type FileDriver,
  type FileDriverName,
  type FileReference,
  MissingFileError,
  readWhole,
} from '../files/driver.ts';
import { setLocation } from '../files/files.ts';
import type { Progress } from '../progress.ts';

/** A batch of files ends when it reaches this size, in bytes. */
const batchBytes = 32 * 1024 * 1024;

/** The maximum number of files that one statement lists, and of files in a batch. */
const pageSize = 500;

type Transact = (work: (writes: WriteTransaction) => Promise<void>) => Promise<void>;

type CopyOptions = {
  /** Reads the rows of the files to copy, and the locations of their bytes. */
  from: Queries;
  drivers: Record<FileDriverName, FileDriver>;
  /** Writes to the target store, which already has the rows. */
  transact: Transact;
  createTarget(writes: WriteTransaction): FileDriver;
  location: FileDriverName;
  onFile(file: FileReference): void;
};

/**
 * `missing` files were left out of an earlier backup. `damaged` files have too few or no bytes, or bytes with a
 * different digest.
 */
export type CopiedFiles = { files: number; missing: number; damaged: number };

/** Copies the bytes of all files to a store that has their rows. Missing and damaged files are marked as left out. */
export const copyFiles = async (options: CopyOptions): Promise<CopiedFiles> => {
  const copied: CopiedFiles = { files: 0, missing: 0, damaged: 0 };
  for await (const batch of listBatches(options.from))
    await options.transact(async writes => {
      const target = options.createTarget(writes);
      for (const file of batch) {
        const result = await copyFile(file, writes, target, options);
        copied[result]++;
        await setLocation(writes, file.sha256, result === 'files' ? options.location : 'none');
        options.onFile(file);
      }
    });
  return copied;
};

type ListedFile = FileReference & { location: number };

const copyFile = async (
  file: ListedFile,
  writes: WriteTransaction,
  target: FileDriver,
  { drivers }: CopyOptions,
): Promise<keyof CopiedFiles> => {
  const location = decodeLocation(file.location);
  if (location === 'none') return 'missing';
  const bytes = readWhole(drivers[location], file);
  try {
    const staged = await target.stage(bytes);
    const isDamaged = bytes.sha256 !== file.sha256;
    if (!isDamaged) await staged.publish(writes);
    await staged.discard();
    return isDamaged ? 'damaged' : 'files';
  } catch (error) {
    if (!(error instanceof MissingFileError)) throw error;
    return 'damaged';
  }
};

/** Creates a database driver that works within one transaction or snapshot. */
export const createDriverWithin = (queries: WriteTransaction | Queries): FileDriver =>
  createDatabaseDriver({ read: queries, transaction: work => work(queries as WriteTransaction) });

async function* listBatches(from: Queries): AsyncGenerator<ListedFile[]> {
  let [batch, bytes]: [ListedFile[], number] = [[], 0];
  for (let last: string | null = ''; last !== null; ) {
    const page: { rows: ListedFile[] } = await sql<ListedFile>`select sha256, size, location from stored_files
      where sha256 > ${last} and ${isCompleteFile} order by sha256 limit ${sql.lit(pageSize)}`.execute(from);
    for (const file of page.rows) {
      batch.push(file);
      bytes += file.size;
      if (bytes < batchBytes && batch.length < pageSize) continue;
      yield batch;
      [batch, bytes] = [[], 0];
    }
    last = page.rows.at(-1)?.sha256 ?? null;
  }
  if (batch.length > 0) yield batch;
}

/** Marks all files as left out. */
export const markOmitted = async (writes: WriteTransaction): Promise<void> => {
  await writes
    .updateTable('stored_files')
    .set({ location: encodeLocation('none') })
    .execute();
};

/**
 * Creates callbacks that report the progress of copying rows and then files. A file counts as one row per `chunkBytes`,
 * and as at least one row.
 * @param hasFiles whether files are copied
 */
export const createCopyProgress = async (
  from: Queries,
  hasFiles: boolean,
  onProgress: (progress: Progress) => void,
): Promise<{ onRows(progress: Progress): void; onFile(file: FileReference): void }> => {
  const rows = await from.selectFrom('stored_files').select('size').where(isCompleteFile).execute();
  const fileRows = hasFiles ? rows.reduce((sum, file) => sum + countRows(file), 0) : 0;
  let [done, total] = [0, 0];
  return {
    onRows(progress) {
      done = progress.done;
      total = progress.total + fileRows;
      onProgress({ done, total });
    },
    onFile(file) {
      done += countRows(file);
      onProgress({ done, total });
    },
  };
};

const countRows = ({ size }: { size: number }): number => Math.max(1, Math.ceil(size / chunkBytes));
