import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';

const mostKept = 500;

/** What Kysely asks of a SQLite library, over node:sqlite; statements are prepared once per SQL text and kept. */
export const keepStatements = (connection: DatabaseSync): SqliteDatabase => {
  const kept = new Map<string, SqliteStatement>();
  return {
    close: () => connection.close(),
    prepare: sql => {
      const known = kept.get(sql);
      if (known !== undefined) return known;
      const statement = asKyselyStatement(connection.prepare(sql));
      const [oldest] = kept.keys();
      if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest);
      kept.set(sql, statement);
      return statement;
    },
  };
};

const asKyselyStatement = (statement: StatementSync): SqliteStatement => {
  const names = statement.columns().map(({ name }) => name);
  statement.setReturnArrays(true);
  const row = (values: unknown) => rowOf(names, values as SQLOutputValue[]);
  return {
    reader: names.length > 0,
    all: parameters => statement.all(...bindable(parameters)).map(row),
    run: parameters => statement.run(...bindable(parameters)),
    *iterate(parameters) {
      for (const values of statement.iterate(...bindable(parameters))) yield row(values);
    },
  };
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
