import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import type { StoreWatch } from './watch.ts';

const mostKept = 500;

/** The result code of SQLite for what somebody else has locked. */
const busyCode = 5;

/** Whether somebody else was writing: the same succeeds in a moment. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & 0xff) === busyCode;

/** What Kysely asks of a SQLite library, over node:sqlite; statements are prepared once per SQL text and kept. */
export const keepStatements = (connection: DatabaseSync, watch: StoreWatch): SqliteDatabase => {
  const kept = new Map<string, SqliteStatement>();
  return {
    close: () => connection.close(),
    prepare: sql => {
      const known = kept.get(sql);
      if (known !== undefined) return known;
      const statement = asKyselyStatement(prepare(connection, sql, watch), sql, watch);
      const [oldest] = kept.keys();
      if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest);
      kept.set(sql, statement);
      return statement;
    },
  };
};

/** To prepare one takes its time too, but where it succeeds it is done once. */
const prepare = (connection: DatabaseSync, sql: string, { statement }: StoreWatch): StatementSync => {
  try {
    return connection.prepare(sql);
  } catch (error) {
    statement({ sql, seconds: 0, failure: error });
    throw error;
  }
};

const asKyselyStatement = (statement: StatementSync, sql: string, watch: StoreWatch): SqliteStatement => {
  const names = statement.columns().map(({ name }) => name);
  statement.setReturnArrays(true);
  const row = (values: unknown) => rowOf(names, values as SQLOutputValue[]);
  return {
    reader: names.length > 0,
    all: parameters => watched(watch, sql, () => statement.all(...bindable(parameters)).map(row)),
    run: parameters => watched(watch, sql, () => statement.run(...bindable(parameters))),
    *iterate(parameters) {
      for (const values of statement.iterate(...bindable(parameters))) yield row(values);
    },
  };
};

const watched = <T>({ statement }: StoreWatch, sql: string, run: () => T): T => {
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  try {
    const result = run();
    statement({ sql, seconds: seconds() });
    return result;
  } catch (error) {
    if (!isBusy(error)) statement({ sql, seconds: seconds(), failure: error });
    throw error;
  }
};

/**
 * A row as an object. Those that node:sqlite makes are dictionaries, which are slow to make and slow to read from: a list of 30
 * tickets takes half as long again.
 */
const rowOf = (names: readonly string[], values: readonly SQLOutputValue[]): Record<string, SQLOutputValue> => {
  const row: Record<string, SQLOutputValue> = {};
  for (const [index, name] of names.entries()) row[name] = values[index] ?? null;
  return row;
};

/** Kysely's parameters are ours: numbers, strings, null. */
const bindable = (parameters: readonly unknown[]): SQLInputValue[] => parameters as SQLInputValue[];
