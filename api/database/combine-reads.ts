import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  type QueryExecutor,
  type QueryResult,
} from 'kysely';
import type { Queries } from './queries.ts';
import type { Schema } from './schema.ts';

/**
 * Creates `readTogether` for PostgreSQL. Selects that are started together run as one statement, which returns each
 * result as JSON. Other reads, such as `with` and `explain`, run one after the other. Callers must not change the rows,
 * because several callers may share them.
 */
export const createReadTogether = (kysely: Kysely<Schema>, dialect: Dialect) => {
  const driver = dialect.createDriver();
  const executor = kysely.getExecutor();
  const execute = shareWaiting(executor);
  return <T>(work: (queries: Queries) => Promise<T>): Promise<T> => {
    const connection = new CombiningConnection(execute);
    const bound = executor.withConnectionProvider({ provideConnection: use => use(connection) });
    return work(new Kysely<Schema>({ config: { dialect }, dialect, driver, executor: bound }));
  };
};

type Execute = <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>;

/**
 * Merges equal statements that wait for a connection: one execution serves all their callers. After a change, many
 * agents read the same list. Once a statement has its connection, it is no longer shared, because a result must not be
 * older than its request.
 */
const shareWaiting = (executor: QueryExecutor): Execute => {
  const waiting = new Map<string, Promise<QueryResult<unknown>>>();
  return <Row>(query: CompiledQuery) => {
    const key = JSON.stringify([query.sql, query.parameters]);
    const shared = waiting.get(key);
    if (shared !== undefined) return shared as Promise<QueryResult<Row>>;
    const result = executor
      .provideConnection(connection => {
        waiting.delete(key);
        return connection.executeQuery<Row>(query);
      })
      .catch((error: unknown) => {
        // A statement that got its connection is no longer in the map, but a later equal statement may be in it.
        if (waiting.get(key) === result) waiting.delete(key);
        throw error;
      });
    waiting.set(key, result);
    return result;
  };
};

type Read = { query: CompiledQuery; resolve(result: QueryResult<never>): void; reject(error: unknown): void };

/** Collects the queries that are started before any I/O happens. */
class CombiningConnection implements DatabaseConnection {
  readonly #execute: Execute;
  #reads: Read[] = [];

  constructor(execute: Execute) {
    this.#execute = execute;
  }

  executeQuery: DatabaseConnection['executeQuery'] = query =>
    new Promise((resolve, reject) => {
      // Runs after all promise callbacks that are ready.
      if (this.#reads.length === 0) process.nextTick(() => void this.#run());
      this.#reads.push({ query, resolve, reject });
    });

  streamQuery: DatabaseConnection['streamQuery'] = () => {
    throw new Error('Reads that are combined cannot be streamed.');
  };

  async #run(): Promise<void> {
    const [selects, others] = partition(this.#reads, ({ query }) => /^\s*select\b/.test(query.sql));
    this.#reads = [];
    await this.#runTogether(selects);
    for (const read of others) await this.#runAlone(read);
  }

  #runAlone({ query, resolve, reject }: Read): Promise<void> {
    return this.#execute<never>(query).then(resolve, reject);
  }

  async #runTogether(reads: readonly Read[]): Promise<void> {
    const [only, ...others] = reads;
    if (only === undefined) return;
    if (others.length === 0) return this.#runAlone(only);
    try {
      const { rows } = await this.#execute<Record<string, never[] | null>>(combine(reads));
      for (const [index, { resolve }] of reads.entries()) resolve({ rows: rows[0]?.[`read${index}`] ?? [] });
    } catch (error) {
      for (const { reject } of reads) reject(error);
    }
  }
}

const partition = <T>(all: readonly T[], matches: (each: T) => boolean): [T[], T[]] => [
  all.filter(matches),
  all.filter(each => !matches(each)),
];

/** Combines queries into one statement with a JSON column for the rows of each query. Renumbers the parameters. */
const combine = (reads: readonly Read[]): CompiledQuery => {
  const parameters: unknown[] = [];
  const columns = reads.map(({ query }, index) => {
    const offset = parameters.length;
    parameters.push(...query.parameters);
    const text = query.sql.replaceAll(/\$(\d+)/g, (_, number) => `$${Number(number) + offset}`);
    return `(select json_agg(result) from (${text}) as result) as read${index}`;
  });
  return CompiledQuery.raw(`select ${columns.join(', ')}`, parameters);
};
