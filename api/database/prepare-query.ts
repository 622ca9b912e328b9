import { type Compilable, type CompiledQuery, type DialectAdapter, type RawBuilder, sql } from 'kysely';
import type { Queries } from './queries.ts';
import { GroupingAdapter } from './sqlite-dialect.ts';

/** Marks a value that is known when the query runs. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Inserts a placeholder for a value into a query. */
type Value<Values> = <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>;

/**
 * Compiles a query once per database and runs it with new values each time. Building a query costs more than a small read,
 * so the queries of nearly every request use this.
 */
export const prepareQuery = <Values extends Record<string, number | string | null>, Row>(
  build: (queries: Queries, value: Value<Values>) => Compilable<Row>,
): ((queries: Queries, values: Values) => Promise<Row[]>) => {
  const texts = new WeakMap<DialectAdapter, CompiledQuery<Row>>();
  const compile = (queries: Queries): CompiledQuery<Row> => {
    const { adapter } = queries.getExecutor();
    const text = texts.get(adapter) ?? build(queries, name => sql`${new Placeholder(name)}`).compile();
    texts.set(adapter, text);
    return text;
  };
  return async (queries, values) => {
    const compiled = compile(queries);
    const parameters = compiled.parameters.map(each => (each instanceof Placeholder ? values[each.name] : each));
    const query: CompiledQuery<Row> = { ...compiled, parameters };
    const { adapter } = queries.getExecutor();
    return adapter instanceof GroupingAdapter ? adapter.run<Row>(query) : (await queries.executeQuery<Row>(query)).rows;
  };
};
