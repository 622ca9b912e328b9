import { constants, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { CommandError } from '../command-line.ts';
import type { Database, Queries, Writes } from '../database/database.ts';
import { indexAllTickets } from '../database/index-ticket.ts';
import { migrate } from '../database/migrate.ts';
import { migrations } from '../database/migrations/index.ts';
import { openDatabase } from '../database/open.ts';
import { readSqliteFile } from '../database/sqlite.ts';
import type { Progress } from '../progress.ts';
import { copyRows, countKeptRows } from './copy-rows.ts';
import { numberedTables } from './kept-tables.ts';
import { backupMark } from './make-backup.ts';

/** What to restore; whom to tell how far it is. */
export type RestoreOrder = { file: string; clock: () => number; onProgress: (progress: Progress) => void };

/**
 * Fills a migrated store that is empty from a backup, all of it or nothing. One of an older version is brought up to date in
 * a copy first.
 * @returns how many rows there were
 * @throws CommandError when the file is no backup, or the store is not empty
 * @throws NewerDatabase when a newer version made the backup
 */
export const restoreBackup = async (database: Database, { file, clock, onProgress }: RestoreOrder): Promise<number> => {
  await requireEmpty(database.read);
  if (await isOlder(file)) return withNewCopy(file, clock, copy => restore(database, copy, onProgress));
  return restore(database, file, onProgress);
};

/** An empty store has nobody who could have written anything. */
const requireEmpty = async (store: Queries): Promise<void> => {
  const rows = await countKeptRows(store);
  if (rows === 0) return;
  throw new CommandError(
    `The store is not empty: it has ${rows} rows. Name another DATA_DIR, or another database in DATABASE_URL, in which no desk was started.`,
  );
};

const restore = (database: Database, file: string, onProgress: RestoreOrder['onProgress']): Promise<number> =>
  readSqliteFile(file, from =>
    database.transaction(async to => {
      // Asked once more: another may have begun a desk in it, or a restore.
      await requireEmpty(to);
      const rows = await copyRows(from, to, onProgress);
      if (database.engine === 'postgres') await passNumbers(to);
      await indexAllTickets(database.search, to);
      return rows;
    }),
  );

/** PostgreSQL gives out creation numbers from where it left off, whatever was inserted (SQLite minds the greatest). */
const passNumbers = async (writes: Writes): Promise<void> => {
  for (const table of numberedTables) {
    const last = sql`select max(n) from ${sql.table(table)}`;
    await sql`select setval(pg_get_serial_sequence(${table}, 'n'), (${last})) where (${last}) is not null`.execute(
      writes,
    );
  }
};

/** Whether a backup lacks changes of the tables that this version knows. @throws CommandError when it is no backup */
const isOlder = async (file: string): Promise<boolean> => {
  const { mark, names } = await readSqliteFile(file, readLabel).catch((): Label => ({ mark: 0, names: [] }));
  if (mark !== backupMark) throw new CommandError(`${file} is no backup: "desk backup" makes one.`);
  return migrations.some(({ name }) => !names.includes(name)) || names.length > migrations.length;
};

/** What a file says it is, and the changes of the tables that were made to it. */
type Label = { mark: number; names: string[] };

const readLabel = async (from: Queries): Promise<Label> => {
  const { rows } = await sql<{ application_id: number }>`pragma application_id`.execute(from);
  const applied = await from.selectFrom('migrations').select('name').execute();
  return { mark: rows[0]?.application_id ?? 0, names: applied.map(({ name }) => name) };
};

/** The backup as this version would have made it. @throws NewerDatabase */
const withNewCopy = async <T>(file: string, clock: () => number, work: (copy: string) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'stardesk-restore-'));
  try {
    const copy = join(folder, 'stardesk.db');
    copyFileSync(file, copy, constants.COPYFILE_FICLONE);
    const store = openDatabase({ dataDir: folder });
    await migrate(store, clock).finally(() => store.close());
    return await work(copy);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
