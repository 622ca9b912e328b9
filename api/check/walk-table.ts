import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database, Queries } from '../database/database.ts';

/** The keys after `after` up to `last`, included. */
export type Span<Key extends number | string> = { after: Key; last: Key };

/** Matches rows whose key is within a span. */
export const isInSpan = (ref: string, { after, last }: Span<number> | Span<string>): RawBuilder<SqlBool> =>
  sql`(${sql.ref(ref)} > ${after} and ${sql.ref(ref)} <= ${last})`;

/** `before` sorts before every key. Each page calls `step` with `pageSize`, even if the page has fewer rows. */
type WalkOptions<Key> = { table: string; column: string; before: Key; pageSize: number; step(rows: number): void };

/**
 * Reads a table in pages, each in its own short snapshot. Rows with the same key share a page. Ignores rows that are
 * inserted beyond the last key during the walk.
 */
export async function* walkTable<Key extends number | string, Result>(
  { snapshot }: Database,
  options: WalkOptions<Key>,
  read: (queries: Queries, span: Span<Key>) => Promise<Result>,
): AsyncGenerator<Result> {
  const until = await snapshot(queries => findLast(queries, options));
  let after = options.before;
  while (until !== null) {
    const page = await snapshot(async queries => {
      const last = await findLastOfPage(queries, options, after, until);
      return last === null ? null : { last, result: await read(queries, { after, last }) };
    });
    if (page === null) return;
    yield page.result;
    options.step(options.pageSize);
    after = page.last;
  }
}

const findLast = async <Key>(queries: Queries, { table, column }: WalkOptions<Key>): Promise<Key | null> => {
  const last = sql<{ last: Key | null }>`select max(${sql.ref(column)}) as last from ${sql.table(table)}`;
  return (await last.execute(queries)).rows[0]?.last ?? null;
};

/** Returns the last key of the next page, or null after the last row. */
const findLastOfPage = async <Key>(
  queries: Queries,
  { table, column, pageSize }: WalkOptions<Key>,
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
