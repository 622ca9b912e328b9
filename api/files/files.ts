import type { Database, Queries, WriteTransaction } from '../database/database.ts';
import { countStoredBytes } from '../database/stored-bytes.ts';
import { createDatabaseDriver } from './database-driver.ts';
import { createDiskDriver } from './disk-driver.ts';
import {
  type ByteRange,
  decodeLocation,
  encodeLocation,
  type FileDriver,
  type FileDriverName,
  type FileLocation,
  type FileReference,
  MeasuredBytes,
  MissingFileError,
  OmittedFileError,
  type StagedBytes,
} from './driver.ts';

/** A file that is read chunk by chunk, so that other requests run in between. */
export type StoredFile = { size: number; chunks: AsyncIterable<Uint8Array> };

/** A file whose bytes are stored, but to which no row refers yet. */
export type NewFile = FileReference & {
  /**
   * Stores the file in the transaction that refers to it. The file is not collected for a day, so the reference can
   * also follow later.
   */
  store(writes: WriteTransaction, now: number): Promise<void>;
};

type FileRow = FileReference & { location: FileLocation };

export type Files = ReturnType<typeof createFiles>;

type Dependencies = {
  database: Pick<Database, 'read' | 'transaction'>;
  /** Where new files are stored. */
  driver: FileDriverName;
  drivers: Record<FileDriverName, FileDriver>;
};

/** Opens the file stores of a desk. */
export const openFiles = (
  database: Pick<Database, 'engine' | 'read' | 'transaction'>,
  {
    dataDir,
    fileDriver = getDefaultDriver(database.engine),
  }: { dataDir: string; fileDriver?: FileDriverName | undefined },
): Files =>
  createFiles({
    database,
    driver: fileDriver,
    drivers: { database: createDatabaseDriver(database), disk: createDiskDriver(dataDir) },
  });

/**
 * Chooses the disk for SQLite, so that the database file stays small. Chooses the database for PostgreSQL, so that it
 * stays the only store to replicate and back up.
 */
const getDefaultDriver = (engine: Database['engine']): FileDriverName => (engine === 'sqlite' ? 'disk' : 'database');

/** Creates the functions that store and read files. Equal bytes are stored once. */
export const createFiles = ({ database, driver, drivers }: Dependencies) => {
  /** Stores and locks the row of a file, and makes its bytes readable. */
  const store = async (
    writes: WriteTransaction,
    file: FileReference,
    staged: StagedBytes,
    now: number,
  ): Promise<void> => {
    const { sha256, size } = file;
    const { location, size: storedSize } =
      (await renewUse(writes, sha256, now)) ?? (await insertFile(writes, file, driver, now));
    // Bytes that a collection found without a row may have been truncated.
    if (storedSize !== size) await setSize(writes, file, storedSize);
    if (location === driver) return staged.publish(writes);
    if (location !== 'none' && (await drivers[location].getSize(writes, sha256)) === size) return;
    await setLocation(writes, sha256, driver);
    if (location === 'none') await countStoredBytes(writes, size);
    await staged.publish(writes);
  };

  const find = (sha256: string): Promise<FileRow | null> => findFile(database.read, sha256);

  const requireFile = async (sha256: string) => {
    const file = await find(sha256);
    if (file === null) throw new MissingFileError(`The file ${sha256} is missing.`);
    if (file.location === 'none')
      throw new OmittedFileError(`The file ${sha256} was not in the backup that was restored.`);
    return { ...file, location: file.location };
  };

  /** Reads a range. If the file is moved meanwhile, reading continues from its new location. */
  async function* readRange(file: FileRow & { location: FileDriverName }, { start, end }: ByteRange) {
    let [location, position] = [file.location, start];
    for (;;) {
      try {
        for await (const chunk of drivers[location].read(file, { start: position, end })) {
          position += chunk.length;
          yield chunk;
        }
        return;
      } catch (error) {
        if (!(error instanceof MissingFileError)) throw error;
        const moved = await requireFile(file.sha256);
        if (moved.location === location) throw error;
        location = moved.location;
      }
    }
  }

  /** Opens a file, or a range within it. @throws MissingFileError */
  const get = async (sha256: string, range?: ByteRange): Promise<StoredFile> => {
    const file = await requireFile(sha256);
    const { size } = file;
    return { size, chunks: readRange(file, range ?? { start: 0, end: size - 1 }) };
  };

  return {
    driver,
    drivers,
    find,
    get,

    /**
     * Stores bytes, then calls `work`. `work` stores the file and a reference to it in one transaction. A call inside a
     * transaction can store at most 512 KiB.
     * @throws FileTooLargeError
     */
    async put<T>(
      bytes: AsyncIterable<Uint8Array>,
      { maxBytes }: { maxBytes: number },
      work: (file: NewFile) => Promise<T>,
    ): Promise<T> {
      const measured = new MeasuredBytes(bytes, maxBytes);
      const staged = await drivers[driver].stage(measured);
      const { sha256, size } = measured;
      try {
        return await work({ sha256, size, store: (writes, now) => store(writes, { sha256, size }, staged, now) });
      } finally {
        // If this fails, the temporary bytes are collected later.
        await staged.discard().catch(() => {});
      }
    },

    /** Reads a whole file into memory. @throws MissingFileError */
    async read(sha256: string): Promise<Buffer> {
      const { size, chunks } = await get(sha256);
      const bytes = Buffer.alloc(size);
      let offset = 0;
      for await (const chunk of chunks) {
        bytes.set(chunk, offset);
        offset += chunk.length;
      }
      return bytes;
    },

    /** Returns whether all bytes of a file are stored. */
    async has(sha256: string): Promise<boolean> {
      const file = await find(sha256);
      if (file === null || file.location === 'none') return false;
      return (await drivers[file.location].getSize(database.read, sha256)) === file.size;
    },

    /** Locks a stored file before the transaction adds another reference to it. @returns false if it is unknown */
    renewUse: async (writes: WriteTransaction, sha256: string, now: number): Promise<boolean> =>
      (await renewUse(writes, sha256, now)) !== null,
  };
};

/** Renews the last use of a file and locks its row. @returns null if the file is unknown */
const renewUse = async (writes: WriteTransaction, sha256: string, now: number): Promise<FileRow | null> => {
  const row = await writes
    .updateTable('stored_files')
    .set({ used_at: now })
    .where('sha256', '=', sha256)
    .returning(['sha256', 'size', 'location'])
    .executeTakeFirst();
  return row === undefined ? null : toFileRow(row);
};

/** Inserts the row of a file. On PostgreSQL, the transaction is retried if another transaction inserts it too. */
const insertFile = async (
  writes: WriteTransaction,
  { sha256, size }: FileReference,
  location: FileLocation,
  now: number,
): Promise<FileRow> => {
  await writes
    .insertInto('stored_files')
    .values({ sha256, size, used_at: now, location: encodeLocation(location) })
    .execute();
  await countStoredBytes(writes, size);
  return { sha256, size, location };
};

const setSize = async (
  writes: WriteTransaction,
  { sha256, size }: FileReference,
  storedSize: number,
): Promise<void> => {
  await writes.updateTable('stored_files').set({ size }).where('sha256', '=', sha256).execute();
  await countStoredBytes(writes, size - storedSize);
};

/** Sums the sizes of all files whose bytes the desk has. */
export const sumStoredBytes = async (queries: Queries): Promise<number> => {
  const { bytes } = await queries
    .selectFrom('stored_files')
    .select(({ fn }) => fn.sum<number | string | null>('size').as('bytes'))
    .where('location', '<>', encodeLocation('none'))
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
};

export const setLocation = async (writes: WriteTransaction, sha256: string, location: FileLocation): Promise<void> => {
  await writes
    .updateTable('stored_files')
    .set({ location: encodeLocation(location) })
    .where('sha256', '=', sha256)
    .execute();
};

/** Reads the row of a file; inside a transaction, locks it until the end. @returns null if the file is unknown */
export const findFile = async (queries: Queries, sha256: string): Promise<FileRow | null> => {
  const row = await queries
    .selectFrom('stored_files')
    .select(['sha256', 'size', 'location'])
    .where('sha256', '=', sha256)
    .$if(queries.isTransaction, locked => locked.forUpdate())
    .executeTakeFirst();
  return row === undefined ? null : toFileRow(row);
};

const toFileRow = ({ location, ...file }: FileReference & { location: number }): FileRow => ({
  ...file,
  location: decodeLocation(location),
});
