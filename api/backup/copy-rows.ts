import { sql } from 'kysely';
import type { Queries, Writes } from '../database/database.ts';
import { rowInserter } from '../database/insert-rows.ts';
import type { Schema } from '../database/schema.ts';
import type { Progress } from '../progress.ts';
import { type KeptTable, keptTables } from './kept-tables.ts';

type Row = Record<string, unknown>;

/** How many rows a store has that a backup holds. */
export const countKeptRows = async (from: Queries): Promise<number> => {
  let sum = 0;
  for (const { name } of keptTables) sum += await countOf(from, name);
  return sum;
};

const countOf = async (from: Queries, table: string): Promise<number> => {
  const { rows } = await sql<{ there: number }>`select count(*) as there from ${sql.table(table)}`.execute(from);
  return rows[0]?.there ?? 0;
};

/**
 * Copies the rows that a backup holds from one state of a store into one that has none of them, whichever engines those are.
 * @returns how many there were
 */
export const copyRows = async (
  from: Queries,
  to: Writes,
  onProgress: (progress: Progress) => void,
): Promise<number> => {
  const total = await countKeptRows(from);
  const insert = rowInserter();
  let done = 0;
  for (const table of keptTables) {
    for await (const rows of pagesOf(from, table)) {
      await insert(to, table.name as keyof Schema, rows as never[]);
      done += rows.length;
      onProgress({ done, total });
    }
  }
  return total;
};

/** All rows of a table, page after page, each in the order of its keys. */
async function* pagesOf(from: Queries, { name, keys, page }: KeptTable): AsyncGenerator<Row[]> {
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
