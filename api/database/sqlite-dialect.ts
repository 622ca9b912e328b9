import type { DatabaseSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  LimitNode,
  type SelectModifierNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely';
import { GroupCommit } from './group-commit.ts';
import { cacheStatements } from './sqlite-statements.ts';
import type { StoreObserver } from './store-observer.ts';

type Hooks = {
  /** Runs before each statement. */
  onStatement?: () => void;
  /** Runs after each commit, before its transactions resolve. */
  onCommit?: () => void;
};

/** Kysely's SQLite dialect on one node:sqlite connection, with BEGIN IMMEDIATE and group commits. */
export class GroupCommitDialect extends SqliteDialect {
  readonly groups: GroupCommit;
  readonly #database: SqliteDatabase;

  constructor(connection: DatabaseSync, observer: StoreObserver, { onStatement, onCommit }: Hooks = {}) {
    const reporting: StoreObserver = {
      ...observer,
      onStatement: statement => {
        if (statement.failure !== undefined) this.groups.recordFailure(statement.failure);
        observer.onStatement(statement);
      },
    };
    const database = cacheStatements(connection, reporting, onStatement);
    super({ database });
    this.groups = new GroupCommit(connection, sql => database.prepare(sql).run([]), onCommit);
    this.#database = database;
  }

  override createDriver(): GroupingDriver {
    return new GroupingDriver(this.#database, this.groups);
  }

  override createAdapter(): GroupingAdapter {
    return new GroupingAdapter(this.#database);
  }

  override createQueryCompiler(): GroupingCompiler {
    return new GroupingCompiler();
  }
}

class GroupingDriver extends SqliteDriver {
  readonly #groups: GroupCommit;

  constructor(database: SqliteDatabase, groups: GroupCommit) {
    super({ database });
    this.#groups = groups;
  }

  /** Wraps the shared connection in a new object per transaction, which identifies the transaction. */
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    return {
      executeQuery: query => connection.executeQuery(query),
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    };
  }

  override beginTransaction(connection: DatabaseConnection): Promise<void> {
    return this.#groups.begin(connection);
  }

  override commitTransaction(): Promise<void> {
    return this.#groups.commit();
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.#groups.rollback(connection);
  }

  override async destroy(): Promise<void> {
    await this.#groups.close();
    await super.destroy();
  }
}

/** Lets Kysely start a transaction before the previous transaction has committed; by default, Kysely waits. */
export class GroupingAdapter extends SqliteAdapter {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    super();
    this.#database = database;
  }

  /** Runs a compiled query without Kysely's executor, which takes longer than a small read. */
  run<Row>({ sql, parameters }: CompiledQuery<Row>): Row[] {
    return this.#database.prepare(sql).all(parameters) as Row[];
  }

  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class GroupingCompiler extends SqliteQueryCompiler {
  /** SQLite locks no rows; BEGIN IMMEDIATE already locks everything. */
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === 'Distinct') super.visitSelectModifier(node);
  }

  /**
   * Writes limits as literals. SQLite plans by the value of a bound limit and prepares the statement again each time,
   * which costs as much as reading ten rows.
   */
  protected override visitLimit({ limit }: LimitNode): void {
    const rows =
      ValueNode.is(limit) && Number.isSafeInteger(limit.value) ? ValueNode.createImmediate(limit.value) : limit;
    super.visitLimit(LimitNode.create(rows));
  }
}
