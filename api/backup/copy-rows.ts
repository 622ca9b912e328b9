import { sql } from 'kysely';
import type { Queries, Writes } from '../database/database.ts';
import { createRowInserter } from '../database/insert-rows.ts';
import type { Schema } from '../database/schema.ts';
import type { Progress } from '../progress.ts';
import { type BackupTable, backupTables } from './tables.ts';

type Row = Record<string, unknown>;

/** Counts the rows of the tables in a backup. */
export const countBackupRows = async (from: Queries): Promise<number> => {
  let total = 0;
  for (const { name } of backupTables) total += await countRows(from, name);
  return total;
};

const countRows = async (from: Queries, table: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(from);
  return rows[0]?.count ?? 0;
};

/**
 * Copies the tables of a backup from one store into an empty one, between any engines.
 * @returns the number of rows
 */
export const copyRows = async (
  from: Queries,
  to: Writes,
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

/** Reads a table in pages, in key order. */
async function* readPages(from: Queries, { name, keys, page }: BackupTable): AsyncGenerator<Row[]> {
  const order = sql.join(keys.map(key => sql.ref(key)));
  for (let last: Row | undefined; ; ) {
    const after = last === undefined ? sql`` : sql`where (${order}) > (${sql.join(keys.map(key => last?.[key]))})`;
    const { rows } =
      await sql<Row>`select * from ${sql.table(name)} ${after} order by ${order} limit ${sql.lit(page)}`.execute(from);
    if (rows.length > 0) yield rows;
    if (rows.length < page) return;
    last = rows.at(-1);
  }
}
