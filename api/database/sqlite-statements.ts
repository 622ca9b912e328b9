import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import type { StoreObserver } from './store-observer.ts';

const cacheSize = 500;

/** SQLITE_BUSY */
const busyCode = 5;

/** True when another connection held the lock; a retry can succeed. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & 0xff) === busyCode;

/** Adapts node:sqlite to the SQLite interface of Kysely, and caches prepared statements by SQL text. */
export const cacheStatements = (
  connection: DatabaseSync,
  observer: StoreObserver,
  onStatement = () => {},
): SqliteDatabase => {
  const cache = new Map<string, SqliteStatement>();
  return {
    close: () => connection.close(),
    prepare: sql => {
      onStatement();
      const cached = cache.get(sql);
      if (cached !== undefined) return cached;
      const statement = toKyselyStatement(prepare(connection, sql, observer), sql, observer);
      const [oldest] = cache.keys();
      if (cache.size >= cacheSize && oldest !== undefined) cache.delete(oldest);
      cache.set(sql, statement);
      return statement;
    },
  };
};

/** Reports failures only: a successful preparation happens once per text. */
const prepare = (connection: DatabaseSync, sql: string, { onStatement }: StoreObserver): StatementSync => {
  try {
    return connection.prepare(sql);
  } catch (error) {
    onStatement({ sql, seconds: 0, failure: error });
    throw error;
  }
};

const toKyselyStatement = (statement: StatementSync, sql: string, observer: StoreObserver): SqliteStatement => {
  const names = statement.columns().map(({ name }) => name);
  statement.setReturnArrays(true);
  const row = (values: unknown) => toRow(names, values as SQLOutputValue[]);
  return {
    reader: names.length > 0,
    all: parameters => timeStatement(observer, sql, () => statement.all(...bindable(parameters)).map(row)),
    run: parameters => timeStatement(observer, sql, () => statement.run(...bindable(parameters))),
    *iterate(parameters) {
      for (const values of statement.iterate(...bindable(parameters))) yield row(values);
    },
  };
};

const timeStatement = <T>({ onStatement }: StoreObserver, sql: string, run: () => T): T => {
  const start = performance.now();
  const seconds = () => (performance.now() - start) / 1000;
  try {
    const result = run();
    onStatement({ sql, seconds: seconds() });
    return result;
  } catch (error) {
    if (!isBusy(error)) onStatement({ sql, seconds: seconds(), failure: error });
    throw error;
  }
};

/**
 * Builds a row object. The objects of node:sqlite are dictionaries, slow to create and to read: with them, a list of 30
 * tickets takes 50% longer.
 */
const toRow = (names: readonly string[], values: readonly SQLOutputValue[]): Record<string, SQLOutputValue> => {
  const row: Record<string, SQLOutputValue> = {};
  for (const [index, name] of names.entries()) row[name] = values[index] ?? null;
  return row;
};

/** All our parameters are numbers, strings, bytes or null. */
const bindable = (parameters: readonly unknown[]): SQLInputValue[] => parameters as SQLInputValue[];
