import type { Compilable, SelectQueryBuilder } from 'kysely';
import type { ResourceName } from '#contract/resources';
import { nextId, reserveId } from './counters.ts';
import { prepareQuery } from './prepare-query.ts';
import type { Queries, WriteTransaction } from './queries.ts';
import type { Schema } from './schema.ts';

type Values = Record<string, number | string | null>;
type Build<V extends Values, Row> = (
  ...args: Parameters<Parameters<typeof prepareQuery<V, Row>>[0]>
) => Compilable<Row> & { forUpdate(): Compilable<Row> };

/** Prepares a lookup of one row. Inside a transaction, the lookup locks the row until the transaction ends. */
export const prepareFind = <V extends Values, Row>(
  build: Build<V, Row>,
): ((queries: Queries, values: V) => Promise<Row | null>) => {
  const read = prepareQuery<V, Row>(build);
  const lock = prepareQuery<V, Row>((queries, value) => build(queries, value).forUpdate());
  return async (queries, values) => {
    const [row] = await (queries.isTransaction ? lock : read)(queries, values);
    return row ?? null;
  };
};

export type NewRowColumns = Awaited<ReturnType<typeof newRowColumns>>;

/** Returns the columns that every new row has. Its id is `id` or the next number. For `takeReserved` see `nextId`. */
export const newRowColumns = async (
  writes: WriteTransaction,
  kind: ResourceName,
  now: number,
  id?: string,
  takeReserved?: () => number | null,
) => {
  if (id !== undefined) await reserveId(writes, kind, id);
  return { id: id ?? (await nextId(writes, kind, takeReserved)), version: 1, created_at: now, updated_at: now };
};

export const countRows = async <Table extends keyof Schema>(
  query: SelectQueryBuilder<Schema, Table, object>,
): Promise<{ count: number; exact: true }> => {
  const { count } = await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return { count, exact: true };
};

/** Counts the rows of a query, up to `cap`. `exact` is false if there are more. */
export const countUpTo = async <Table extends keyof Schema>(
  queries: Queries,
  query: SelectQueryBuilder<Schema, Table, { n: number }>,
  cap: number,
): Promise<{ count: number; exact: boolean }> => {
  const { count } = await queries
    .selectFrom(query.limit(cap + 1).as('matching'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { count: Math.min(count, cap), exact: count <= cap };
};
