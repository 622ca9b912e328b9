import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database, Queries } from '../database/database.ts';

/** Keys of a table: those after one, up to another and with it. */
export type Span<Key extends number | string> = { after: Key; last: Key };

/** The condition that a row's key is within a span. */
export const within = (ref: string, { after, last }: Span<number> | Span<string>): RawBuilder<SqlBool> =>
  sql`(${sql.ref(ref)} > ${after} and ${sql.ref(ref)} <= ${last})`;

/** By which column, with a key before all others, and how many rows at once. `step` is told of each page. */
type Way<Key> = { table: string; column: string; before: Key; pageSize: number; step(rows: number): void };

/**
 * Walks a table in pages, each of which is one state of the store: nothing is held up for longer than a page takes, and no
 * more than a page is in memory. Rows of one key are in one page; those that come behind the last one meanwhile are left
 * for the next time.
 */
export async function* walk<Key extends number | string, Result>(
  { snapshot }: Database,
  way: Way<Key>,
  look: (queries: Queries, span: Span<Key>) => Promise<Result>,
): AsyncGenerator<Result> {
  const until = await snapshot(queries => lastOf(queries, way));
  let after = way.before;
  while (until !== null) {
    const page = await snapshot(async queries => {
      const last = await lastOfPage(queries, way, after, until);
      return last === null ? null : { last, result: await look(queries, { after, last }) };
    });
    if (page === null) return;
    yield page.result;
    way.step(way.pageSize);
    after = page.last;
  }
}

const lastOf = async <Key>(queries: Queries, { table, column }: Way<Key>): Promise<Key | null> => {
  const last = sql<{ last: Key | null }>`select max(${sql.ref(column)}) as last from ${sql.table(table)}`;
  return (await last.execute(queries)).rows[0]?.last ?? null;
};

/** The key that a page ends with, or null behind the last row. */
const lastOfPage = async <Key>(
  queries: Queries,
  { table, column, pageSize }: Way<Key>,
  after: Key,
  until: Key,
): Promise<Key | null> => {
  const page = sql<{ last: Key | null }>`
    select max(key) as last from (
      select ${sql.ref(column)} as key from ${sql.table(table)} where ${sql.ref(column)} > ${after}
        and ${sql.ref(column)} <= ${until}
      order by ${sql.ref(column)} limit ${sql.lit(pageSize)}) as page`;
  return (await page.execute(queries)).rows[0]?.last ?? null;
};
