import { sql } from 'kysely';
import type { Database } from './database.ts';
import { migrations } from './migrations/index.ts';
import type { Migration, ReportProgress } from './migrations/migration.ts';

/** A newer Stardesk has changed this database. */
export class NewerDatabaseError extends Error {
  constructor(names: string[]) {
    super(
      `The database was changed by a newer Stardesk (${names.join(', ')}). Start that version, or restore a backup made before the upgrade.`,
    );
  }
}

/** Reports the progress of a slow migration in rows, and its duration so far in seconds. */
type ReportMigration = (progress: Parameters<ReportProgress>[0], seconds: number) => void;

const secondsBetweenReports = 5;

/**
 * Applies the missing migrations and returns their names. Each runs in its own transaction and inserts its row first.
 * Other processes wait for that row, so two processes can start together. A killed process leaves no migration half
 * done. Reports progress at most every 5 seconds.
 * @throws NewerDatabaseError
 */
export const migrate = async (
  database: Database,
  clock: () => number,
  onProgress: ReportMigration = () => {},
): Promise<string[]> => {
  await createTable(database);
  const applied: string[] = [];
  for (const migration of migrations) {
    if (await apply(database, migration, clock(), limitReports(clock, onProgress))) applied.push(migration.name);
  }
  return applied;
};

/** The errors of PostgreSQL when two connections create one table: duplicate_table, unique_violation. */
const concurrentCreation: readonly unknown[] = ['42P07', '23505'];

const createTable = (database: Database): Promise<void> =>
  database
    .transaction(writes =>
      sql`create table if not exists migrations (name text primary key, applied_at bigint not null)`.execute(writes),
    )
    .then(
      () => {},
      (error: { code?: unknown }) => {
        if (!concurrentCreation.includes(error.code)) throw error;
      },
    );

const limitReports = (clock: () => number, report: ReportMigration): ReportProgress => {
  const start = clock();
  let reports = 0;
  return progress => {
    const seconds = (clock() - start) / 1000;
    if (seconds < (reports + 1) * secondsBetweenReports) return;
    reports = Math.floor(seconds / secondsBetweenReports);
    report(progress, seconds);
  };
};

/**
 * Returns whether as many migrations were applied as this code has. They are applied in order, so the number is enough.
 * Rejects if the table `migrations` is missing.
 */
export const isMigrated = async (database: Database): Promise<boolean> => {
  const rows = await database.read.selectFrom('migrations').select('name').execute();
  return rows.length === migrations.length;
};

const apply = (
  database: Database,
  migration: Migration,
  appliedAt: number,
  onProgress: ReportProgress,
): Promise<boolean> =>
  database.transaction(async writes => {
    const appliedNames = (await writes.selectFrom('migrations').select('name').execute()).map(row => row.name);
    const unknown = appliedNames.filter(name => !migrations.some(known => known.name === name));
    if (unknown.length > 0) throw new NewerDatabaseError(unknown);
    if (appliedNames.includes(migration.name)) return false;
    const { numInsertedOrUpdatedRows } = await writes
      .insertInto('migrations')
      .values({ name: migration.name, applied_at: appliedAt })
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) return false;
    await migration.up(writes, database.engine, onProgress);
    return true;
  });
