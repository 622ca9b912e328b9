import { accessSync, chmodSync, constants, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import { CommandError } from '../command-line.ts';
import { commandActor, recordAudit } from '../database/audit-log.ts';
import { incrementCounter, readCounter } from '../database/counters.ts';
import type { Database, Queries, WriteTransaction } from '../database/database.ts';
import { indexAllTickets } from '../database/index-ticket.ts';
import { migrate } from '../database/migrate.ts';
import { migrations } from '../database/migrations/index.ts';
import { openDatabase } from '../database/open-database.ts';
import { permanentTables } from '../database/resources.ts';
import { readSqliteFile } from '../database/sqlite.ts';
import { type Files, sumStoredBytes } from '../files/files.ts';
import { enqueueReceivedMail } from '../mail/enqueue-processing.ts';
import { enqueueAddMailFiles } from '../mail/process/add-mail-files.ts';
import type { Progress } from '../progress.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { type CopiedFiles, copyFiles, createCopyProgress, createDriverWithin } from './copy-files.ts';
import { copyRows, countBackupRows } from './copy-rows.ts';
import { holdRestoredMail } from './hold-mail.ts';
import { backupApplicationId } from './make-backup.ts';
import { removeUnreadableSecrets } from './unreadable-secrets.ts';

export type RestoreOptions = {
  file: string;
  /** The files of the desk. */
  files: Files;
  /** The keys of the desk. If they cannot open the secrets in the backup, the secrets are removed. */
  secretKeys: SecretKeys;
  clock: () => number;
  onProgress: (progress: Progress) => void;
};

/** `hasAllSecrets` is false if the keys could not open the sealed secrets in the backup. */
export type Restored = { rows: number; files: CopiedFiles; hasAllSecrets: boolean };

/**
 * Fills an empty, migrated store from a backup in one transaction. A backup of an older version is first copied, and
 * the copy is migrated.
 * @throws CommandError when the file is unreadable or not a backup, a file in it is damaged, or the store is not empty
 * @throws NewerDatabaseError when a newer version created the backup
 */
export const restoreBackup = async (database: Database, options: RestoreOptions): Promise<Restored> => {
  const { file, clock } = options;
  await requireEmpty(database.read);
  if (await hasOtherMigrations(file)) return withMigratedCopy(file, clock, copy => restore(database, copy, options));
  return restore(database, file, options);
};

const requireEmpty = async (store: Queries): Promise<void> => {
  const rows = await countBackupRows(store);
  if (rows === 0) return;
  throw new CommandError(
    `The store is not empty (rows: ${rows}). Set DATA_DIR or DATABASE_URL to a store that no desk has used.`,
  );
};

const restore = (
  database: Database,
  source: string,
  { file, files, secretKeys, clock, onProgress }: RestoreOptions,
): Promise<Restored> =>
  readSqliteFile(source, from =>
    database.transaction(async to => {
      // Checked again: another process may have started a desk or a restore meanwhile.
      await requireEmpty(to);
      const { onRows, onFile } = await createCopyProgress(from, true, onProgress);
      const rows = await copyRows(from, to, onRows);
      const copied = await copyFiles({
        ...{ from, transact: work => work(to), location: files.driver, onFile },
        drivers: { ...files.drivers, database: createDriverWithin(from) },
        createTarget: files.driver === 'database' ? createDriverWithin : () => files.drivers.disk,
      });
      if (copied.damaged > 0)
        throw new CommandError(
          `${file} is damaged. Files that are incomplete or changed: ${copied.damaged}. Use a different backup.`,
        );
      await resetStoredBytes(to);
      if (database.engine === 'postgres') await resetSequences(to);
      await indexAllTickets(database.search, to);
      await enqueueReceivedMail(to);
      await enqueueAddMailFiles(to);
      await holdRestoredMail(to, clock());
      const hasAllSecrets = await removeUnreadableSecrets(to, secretKeys, clock());
      const after = { file: basename(file) };
      await recordAudit(to, commandActor(clock()), { action: 'backup.restored', targetId: null, after });
      return { rows, files: copied, hasAllSecrets };
    }),
  );

/** Sets the counter of stored bytes to the total size of the restored files. */
const resetStoredBytes = async (writes: WriteTransaction): Promise<void> => {
  const [actual, counted] = [await sumStoredBytes(writes), await readCounter(writes, 'files.bytes')];
  await incrementCounter(writes, 'files.bytes', actual - counted);
};

/** Moves PostgreSQL sequences past the inserted numbers. SQLite has no sequences. */
const resetSequences = async (writes: WriteTransaction): Promise<void> => {
  for (const { table } of permanentTables) {
    const last = sql`select max(n) from ${sql.table(table)}`;
    await sql`select setval(pg_get_serial_sequence(${table}, 'n'), (${last})) where (${last}) is not null`.execute(
      writes,
    );
  }
};

/**
 * Returns whether a backup lacks migrations of this version or has newer migrations.
 * @throws CommandError when the file cannot be read or is not a backup
 */
const hasOtherMigrations = async (file: string): Promise<boolean> => {
  const names = await readMigrations(file);
  if (names === null) throw new CommandError(`${file} was not created by "desk backup".`);
  return migrations.some(({ name }) => !names.includes(name)) || names.length > migrations.length;
};

/** Reads the names of the migrations of a backup; null for other files. @throws CommandError when reading fails */
const readMigrations = async (file: string): Promise<string[] | null> => {
  try {
    // SQLite does not report why it cannot open a file.
    accessSync(file, constants.R_OK);
    return await readSqliteFile(file, async from => {
      const { rows } = await sql<{ application_id: number }>`pragma application_id`.execute(from);
      if (rows[0]?.application_id !== backupApplicationId) return null;
      const applied = await from.selectFrom('migrations').select('name').execute();
      return applied.map(({ name }) => name);
    });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if ('errcode' in error && error.errcode === notDatabase) return null;
    throw new CommandError(`${file} cannot be read (${error.message}).`);
  }
};

/** SQLite result code: SQLITE_NOTADB. */
const notDatabase = 26;

/** Calls `work` with a copy of the backup migrated to this version. @throws NewerDatabaseError */
const withMigratedCopy = async <T>(
  file: string,
  clock: () => number,
  work: (copy: string) => Promise<T>,
): Promise<T> => {
  const directory = mkdtempSync(join(tmpdir(), 'stardesk-restore-'));
  try {
    const copy = join(directory, 'stardesk.db');
    copyFileSync(file, copy, constants.COPYFILE_FICLONE);
    // The copy has the mode of the backup, which may be read-only.
    chmodSync(copy, 0o600);
    const store = openDatabase({ dataDir: directory });
    await migrate(store, clock).finally(() => store.close());
    return await work(copy);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};
