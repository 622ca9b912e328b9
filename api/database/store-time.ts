import { type RawBuilder, sql } from 'kysely';
import type { Queries } from './queries.ts';
import { GroupingAdapter } from './sqlite-dialect.ts';

/**
 * Returns an expression for the store's own time in milliseconds since 1970. All processes on PostgreSQL share this
 * time. It does not change within a statement, so an index can serve a comparison with it.
 */
export const storeTime = (queries: Queries): RawBuilder<number> =>
  queries.getExecutor().adapter instanceof GroupingAdapter
    ? sql`cast(round(unixepoch('subsec') * 1000) as integer)`
    : sql`cast(extract(epoch from statement_timestamp()) * 1000 as bigint)`;
