import { sql } from 'kysely';
import { incrementCounter } from '../database/counters.ts';
import type { Database, WriteTransaction } from '../database/database.ts';
import { fileReferences } from '../database/resources.ts';
import { doublingBackoff, type Handler, retryAt } from '../jobs/handler.ts';
import { isHeld } from '../jobs/hold-jobs.ts';
import {
  decodeLocation,
  encodeLocation,
  type FileDriver,
  type FileDriverName,
  type FileReference,
  fileDrivers,
  MissingFileError,
  readWhole,
} from './driver.ts';
import { type Files, findFile, setLocation } from './files.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** The delay before the job checks again whether a backup or move has finished. */
const heldMilliseconds = 60_000;

/** The number of rows that one statement reads. */
const pageSize = 500;

/** The number of files that one transaction deletes, so that no writer waits long. */
const batchSize = 20;

type CollectOptions = { database: Database; files: Files; now: number; signal: AbortSignal };

/**
 * Creates the handler that deletes unreferenced files, a day after their last use. Backups and moves of files hold this
 * job.
 */
export const createCollectFiles = (files: Files): Handler => ({
  kind: 'collect_files',
  everyMilliseconds: day,
  concurrency: 1,
  maxAttempts: Number.POSITIVE_INFINITY,
  backoff: doublingBackoff(60_000, hour),
  deadlineMilliseconds: hour,
  effect: 'outside',
  async run(_job, { database, clock, signal }) {
    if (await isHeld(database.read, 'collect_files')) throw retryAt(clock() + heldMilliseconds);
    await collectFiles({ database, files, now: clock(), signal });
    return undefined;
  },
});

/**
 * Deletes the unreferenced files.
 * @throws the signal's reason if it aborts, so that the job continues soon
 */
export const collectFiles = async (options: CollectOptions): Promise<void> => {
  for (const name of fileDrivers) await collectBytes(options, name);
  for await (const unused of listUnused(options)) {
    for (let start = 0; start < unused.length && !options.signal.aborted; start += batchSize)
      await deleteUnused(options, unused.slice(start, start + batchSize));
  }
  options.signal.throwIfAborted();
};

/** Matches files to which no row refers. The tables and columns come from the registry of resources. */
const isUnused = sql.join(
  fileReferences.map(
    ({ table, column }) =>
      sql`not exists (select 1 from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = stored_files.sha256)`,
  ),
  sql` and `,
);

/** Lists files that may be deleted. Reads page by page, so that other statements run in between. */
async function* listUnused({ database: { read }, now, signal }: CollectOptions): AsyncGenerator<string[]> {
  for (let last: string | null = ''; last !== null && !signal.aborted; ) {
    const page: { rows: { sha256: string; unused: number }[] } = await sql<{ sha256: string; unused: number }>`
      select sha256, case when used_at < ${now - day} and ${isUnused} then 1 else 0 end as unused
      from stored_files where sha256 > ${last} order by sha256 limit ${sql.lit(pageSize)}`.execute(read);
    yield page.rows.filter(({ unused }) => unused === 1).map(({ sha256 }) => sha256);
    last = page.rows.at(-1)?.sha256 ?? null;
  }
}

/**
 * Deletes rows and then bytes, while the rows are locked. A transaction that stores the same bytes waits for the
 * commit, and then stores them again. If the deletion has waited for a transaction that adds a reference, PostgreSQL
 * rereads the row, but not the references. The new `used_at` then prevents the deletion.
 */
const deleteUnused = ({ database, files, now }: CollectOptions, candidates: readonly string[]): Promise<void> =>
  database.transaction(async writes => {
    const { rows } = await sql<{ sha256: string; size: number; location: number }>`
      delete from stored_files where sha256 in (${sql.join(candidates)}) and used_at < ${now - day} and ${isUnused}
      returning sha256, size, location`.execute(writes);
    for (const { sha256, location } of rows) {
      const name = decodeLocation(location);
      if (name !== 'none') await files.drivers[name].remove(writes, sha256);
    }
    const none = encodeLocation('none');
    const size = rows.reduce((sum, row) => sum + (row.location === none ? 0 : row.size), 0);
    if (size > 0) await incrementCounter(writes, 'files.bytes', -size);
  });

/**
 * Deletes abandoned temporary bytes, and bytes whose row names another location. A killed move can leave such bytes.
 * Bytes without a row get a row, so they are deleted a day later. Files that a backup left out become readable after an
 * operator has copied their bytes to the restored desk.
 */
const collectBytes = async (options: CollectOptions, name: FileDriverName): Promise<void> => {
  const { files, now, signal } = options;
  const driver = files.drivers[name];
  await driver.removeAbandoned(now - day);
  for await (const names of driver.list()) {
    for (let start = 0; start < names.length && !signal.aborted; start += pageSize)
      await adoptOrDelete(options, name, names.slice(start, start + pageSize));
  }
};

const adoptOrDelete = async (
  { database, files, now, signal }: CollectOptions,
  name: FileDriverName,
  names: readonly string[],
): Promise<void> => {
  const driver = files.drivers[name];
  const location = encodeLocation(name);
  const listed = await database.read
    .selectFrom('stored_files')
    .select(['sha256', 'size', 'location'])
    .where('sha256', 'in', names)
    .execute();
  const rows = new Map(listed.map(row => [row.sha256, row]));
  for (const sha256 of names) {
    if (signal.aborted) return;
    const listedRow = rows.get(sha256);
    if (listedRow?.location === location) continue;
    // Read before the transaction, so that no writer waits long.
    const isIntact = listedRow?.location === encodeLocation('none') && (await hasDigest(driver, listedRow));
    await database.transaction(async writes => {
      const row = await findFile(writes, sha256);
      const size = await driver.getSize(writes, sha256);
      // The bytes were deleted after the listing.
      if (size === null) return;
      if (row === null) await insertUnused(writes, { sha256, size, used_at: now, location });
      else if (row.location !== 'none' && row.location !== name) await driver.remove(writes, sha256);
      else if (row.location === 'none' && isIntact && size === row.size) {
        await setLocation(writes, sha256, name);
        await incrementCounter(writes, 'files.bytes', size);
      }
    });
  }
};

/** Returns whether the stored bytes match the digest of the file. Reads the whole file. */
const hasDigest = async (driver: FileDriver, file: FileReference): Promise<boolean> => {
  const bytes = readWhole(driver, file);
  try {
    for await (const _ of bytes);
    return bytes.sha256 === file.sha256;
  } catch (error) {
    if (error instanceof MissingFileError) return false;
    throw error;
  }
};

/** Inserts a row for bytes without a row, unless the file was stored meanwhile. */
const insertUnused = async (
  writes: WriteTransaction,
  row: { sha256: string; size: number; used_at: number; location: number },
): Promise<void> => {
  const inserted = await writes
    .insertInto('stored_files')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .returning('size')
    .executeTakeFirst();
  if (inserted !== undefined) await incrementCounter(writes, 'files.bytes', row.size);
};
