import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  LimitNode,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  SqliteQueryCompiler,
  type SqliteStatement,
  ValueNode,
} from 'kysely';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';
import { sqliteSearch } from './search-sqlite.ts';

const busyCode = 5;
const beginTimeoutMilliseconds = 10_000;
const preparedStatements = 500;

/**
 * Opens the SQLite file, creating it. WAL lets readers go on while one writer writes; `synchronous=FULL` syncs the log at
 * each commit, so that an answered write survives a power cut too.
 */
export const openSqlite = (file: string): Database => {
  // Made here, so that it is its owner's alone; SQLite gives the log beside it the same mode.
  closeSync(openSync(file, 'a', 0o600));
  const writer = connect(file, false);
  // From here on a busy file is asked again without holding the event loop: see ImmediateDriver.
  writer.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 0',
  );
  const reader = connect(file, true);
  const dataVersion = reader.prepare('PRAGMA data_version');
  const write = new Kysely<Schema>({ dialect: new ImmediateDialect({ database: prepared(writer) }) });
  const read = new Kysely<Schema>({ dialect: new ImmediateDialect({ database: prepared(reader) }) });
  return {
    engine: 'sqlite',
    read,
    search: sqliteSearch,
    transaction: work => write.transaction().execute(work),
    // Seen from the reader, every commit is somebody else's, and changes it.
    revision: () => Number(dataVersion.get()?.['data_version']),
    close: async () => {
      await Promise.all([write.destroy(), read.destroy()]);
      // Kysely closes only what it has used.
      for (const connection of [writer, reader]) if (connection.isOpen) connection.close();
    },
  };
};

const connect = (file: string, readOnly: boolean): DatabaseSync => {
  const connection = new DatabaseSync(file, { readOnly, timeout: 1000 });
  connection.exec('PRAGMA cache_size = -65536; PRAGMA mmap_size = 1073741824; PRAGMA temp_store = MEMORY');
  return connection;
};

/** What Kysely asks of a SQLite library, over node:sqlite; statements are prepared once per SQL text and kept. */
const prepared = (connection: DatabaseSync): SqliteDatabase => {
  const kept = new Map<string, SqliteStatement>();
  return {
    close: () => connection.close(),
    prepare: sql => {
      const known = kept.get(sql);
      if (known !== undefined) return known;
      const statement = asKyselyStatement(connection.prepare(sql));
      const [oldest] = kept.keys();
      if (kept.size >= preparedStatements && oldest !== undefined) kept.delete(oldest);
      kept.set(sql, statement);
      return statement;
    },
  };
};

const asKyselyStatement = (statement: StatementSync): SqliteStatement => {
  const names = statement.columns().map(({ name }) => name);
  statement.setReturnArrays(true);
  const all = (parameters: readonly unknown[]) =>
    statement.all(...bindable(parameters)).map(values => rowOf(names, values as unknown as SQLOutputValue[]));
  return {
    reader: names.length > 0,
    all,
    run: parameters => statement.run(...bindable(parameters)),
    // Nothing of ours streams.
    iterate: parameters => all(parameters).values(),
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

/** Begins writing at once, so that a transaction never fails half-way because another process wrote first. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const deadline = performance.now() + beginTimeoutMilliseconds;
    for (;;) {
      try {
        await connection.executeQuery(CompiledQuery.raw('begin immediate'));
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error;
        await wait(5);
      }
    }
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & 0xff) === busyCode;

class OwnCompiler extends SqliteQueryCompiler {
  /** BEGIN IMMEDIATE already holds what `for update` would lock, and SQLite has no such words. */
  protected override visitSelectModifier(): void {}

  /**
   * Limits are written out. SQLite plans by the value of a bound one, and so prepares the statement anew each time that it
   * is bound, which costs as much as reading ten rows.
   */
  protected override visitLimit({ limit }: LimitNode): void {
    const rows =
      ValueNode.is(limit) && Number.isSafeInteger(limit.value) ? ValueNode.createImmediate(limit.value) : limit;
    super.visitLimit(LimitNode.create(rows));
  }
}

class ImmediateDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): ImmediateDriver {
    return new ImmediateDriver(this.#config);
  }

  override createQueryCompiler(): OwnCompiler {
    return new OwnCompiler();
  }
}
