import { type Compilable, CompiledQuery, type Insertable, type InsertQueryBuilder, type InsertResult } from 'kysely';
import type { WriteTransaction } from './database.ts';
import type { Schema } from './schema.ts';

const maxRowsPerStatement = 256;

/** Completes an insert, for example with a conflict clause. */
type Complete<Table extends keyof Schema> = (
  insert: InsertQueryBuilder<Schema, Table, InsertResult>,
) => Compilable<unknown>;

/** Inserts rows of one table. All rows have the same keys in the same order. `complete` must not vary for a table. */
export type InsertRows = <Table extends keyof Schema & string>(
  writes: WriteTransaction,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
  complete?: Complete<Table>,
) => Promise<void>;

/**
 * Creates an {@link InsertRows} for one database. Compiling a large insert costs more than running it, so SQL texts are
 * cached. Batches of 256, 128, … 1 rows need few texts.
 */
export function createRowInserter(): InsertRows {
  const texts = new Map<string, string>();

  const insertBatch: InsertRows = async (writes, table, rows, complete = insert => insert) => {
    const key = `${table} ${rows.length}`;
    const text = texts.get(key) ?? complete(writes.insertInto(table).values(rows)).compile().sql;
    texts.set(key, text);
    await writes.executeQuery(CompiledQuery.raw(text, rows.flatMap(Object.values)));
  };

  return async (writes, table, rows, complete) => {
    for (let done = 0; done < rows.length; ) {
      const size = Math.min(maxRowsPerStatement, 2 ** Math.floor(Math.log2(rows.length - done)));
      await insertBatch(writes, table, rows.slice(done, done + size), complete);
      done += size;
    }
  };
}
