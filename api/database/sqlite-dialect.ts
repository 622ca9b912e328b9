import type { DatabaseSync } from 'node:sqlite';
import {
  type DatabaseConnection,
  LimitNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely';
import { GroupCommit } from './group-commit.ts';
import { keepStatements } from './sqlite-statements.ts';
import type { StoreWatch } from './watch.ts';

/** Kysely's SQLite on one connection of node:sqlite, whose transactions begin writing at once and are committed in groups. */
export class OwnDialect extends SqliteDialect {
  readonly groups: GroupCommit;
  readonly #database: SqliteDatabase;

  constructor(connection: DatabaseSync, watch: StoreWatch) {
    const database = keepStatements(connection, watch);
    super({ database });
    this.groups = new GroupCommit(connection, sql => database.prepare(sql).run([]));
    this.#database = database;
  }

  override createDriver(): GroupingDriver {
    return new GroupingDriver(this.#database, this.groups);
  }

  override createAdapter(): TakingTurns {
    return new TakingTurns();
  }

  override createQueryCompiler(): OwnCompiler {
    return new OwnCompiler();
  }
}

class GroupingDriver extends SqliteDriver {
  readonly #groups: GroupCommit;

  constructor(database: SqliteDatabase, groups: GroupCommit) {
    super({ database });
    this.#groups = groups;
  }

  /** Everybody has the same connection, and yet one of their own, which tells whose turn it is. */
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
    await this.#groups.end();
    await super.destroy();
  }
}

/** Kysely would let a second one wait for the connection until the first has committed. */
class TakingTurns extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

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
