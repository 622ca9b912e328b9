import { sql } from 'kysely';
import type { Queries, WriteTransaction } from '../database/database.ts';
import { createRowInserter } from '../database/insert-rows.ts';
import type { Schema } from '../database/schema.ts';
import type { Progress } from '../progress.ts';
import { type BackupTable, backupTables } from './tables.ts';

type Row = Record<string, unknown>;

export const countBackupRows = async (from: Queries): Promise<number> => {
  let total = 0;
  for (const table of backupTables) total += await countRows(from, table);
  return total;
};

const countRows = async (from: Queries, { name, where = sql`1 = 1` }: BackupTable): Promise<number> => {
  const count = sql<{ count: number }>`select count(*) as count from ${sql.table(name)} where ${where}`;
  const { rows } = await count.execute(from);
  return rows[0]?.count ?? 0;
};

/**
 * Copies the tables that a backup contains into an empty store of any engine.
 * @returns the number of rows
 */
export const copyRows = async (
  from: Queries,
  to: WriteTransaction,
  onProgress: (progress: Progress) => void,
): Promise<number> => {
  const total = await countBackupRows(from);
  const insert = createRowInserter();
  let done = 0;
  for (const table of backupTables) {
    for await (const rows of readPages(from, table)) {
      await insert(to, table.name as keyof Schema, rows as never[]);
      done += rows.length;
      onProgress({ done, total });
    }
  }
  return total;
};

async function* readPages(
  from: Queries,
  { name, keyColumns, pageSize, where = sql`1 = 1` }: BackupTable,
): AsyncGenerator<Row[]> {
  const order = sql.join(keyColumns.map(key => sql.ref(key)));
  for (let last: Row | undefined; ; ) {
    const after = last === undefined ? sql`` : sql`and (${order}) > (${sql.join(keyColumns.map(key => last?.[key]))})`;
    const { rows } =
      await sql<Row>`select * from ${sql.table(name)} where ${where} ${after} order by ${order} limit ${sql.lit(pageSize)}`.execute(
        from,
      );
    if (rows.length > 0) yield rows;
    if (rows.length < pageSize) return;
    last = rows.at(-1);
  }
}
