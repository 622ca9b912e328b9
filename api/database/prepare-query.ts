import { type Compilable, type CompiledQuery, type DialectAdapter, type RawBuilder, sql } from 'kysely';
import { NamingAdapter } from './postgres-dialect.ts';
import type { Queries, WriteTransaction } from './queries.ts';
import { GroupingAdapter } from './sqlite-dialect.ts';

/** Marks a value that is not known until the query runs. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

type Values = Record<string, number | string | readonly (number | string)[] | null>;

/** Inserts a placeholder for a value into a query. */
type Value<Values> = <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>;

/**
 * Compiles a query once per database and runs it with new values each time. Building a query costs more than a small
 * read, so the queries that nearly every request runs are prepared.
 */
export const prepareQuery = <V extends Values, Row>(
  build: (queries: Queries, value: Value<V>) => Compilable<Row>,
): ((queries: Queries, values: V) => Promise<Row[]>) => {
  const compiledQueries = new WeakMap<DialectAdapter, CompiledQuery<Row>>();
  const compile = (queries: Queries): CompiledQuery<Row> => {
    const { adapter } = queries.getExecutor();
    const compiled = compiledQueries.get(adapter) ?? build(queries, name => sql`${new Placeholder(name)}`).compile();
    compiledQueries.set(adapter, compiled);
    if (adapter instanceof NamingAdapter) adapter.name(compiled.sql);
    return compiled;
  };
  return async (queries, values) => {
    const compiled = compile(queries);
    const parameters = compiled.parameters.map(each => (each instanceof Placeholder ? values[each.name] : each));
    const query: CompiledQuery<Row> = { ...compiled, parameters };
    const { adapter } = queries.getExecutor();
    return adapter instanceof GroupingAdapter ? adapter.run<Row>(query) : (await queries.executeQuery<Row>(query)).rows;
  };
};

/**
 * Prepares a write without a result. On PostgreSQL, the write is sent without waiting for its response. A later
 * statement of the transaction, or its commit, then throws the error of the write.
 */
export const prepareWrite = <V extends Values>(
  build: (writes: Queries, value: Value<V>) => Compilable<unknown>,
): ((writes: WriteTransaction, values: V) => Promise<void>) => {
  const run = prepareQuery<V, unknown>(build);
  return async (writes, values) => {
    const writing = run(writes, values);
    if (writes.getExecutor().adapter instanceof GroupingAdapter) await writing;
    else writing.catch(() => {});
  };
};
