import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
  type TransactionSettings,
} from 'kysely';

type Settings = {
  pool: PostgresPool;
  /** Limit for each statement of a transaction, and for idling in it, in milliseconds; 0 for no limit. */
  limit: number;
  /** Receives a name for each prepared statement. */
  names: StatementNames;
  /** Sends BEGIN and each limit of a transaction in a separate message. */
  isStrict: boolean;
};

/** The names of prepared statements by SQL text, the same in all connections. */
export type StatementNames = Map<string, string>;

/** Kysely's PostgreSQL dialect with server-side transaction timeouts. */
export class TimeoutPostgresDialect extends PostgresDialect {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    super(settings);
    this.#settings = settings;
  }

  override createDriver(): LimitedDriver {
    return new LimitedDriver(this.#settings);
  }

  override createAdapter(): NamingAdapter {
    return new NamingAdapter(this.#settings.names);
  }
}

/** Names prepared statements. */
export class NamingAdapter extends PostgresAdapter {
  readonly #names: StatementNames;

  constructor(names: StatementNames) {
    super();
    this.#names = names;
  }

  /** Names a statement whose text is the same each time. */
  name(sql: string): void {
    if (!this.#names.has(sql)) this.#names.set(sql, `statement_${this.#names.size}`);
  }
}

class LimitedDriver extends PostgresDriver {
  readonly #limits: readonly string[];
  readonly #isStrict: boolean;

  constructor({ pool, limit, isStrict }: Settings) {
    super({ pool });
    const names = ['statement_timeout', 'idle_in_transaction_session_timeout'];
    this.#limits = names.map(name => `set local ${name} = ${limit}`);
    this.#isStrict = isStrict;
  }

  /**
   * Sets the timeouts of each transaction. Otherwise the locks of a vanished client last for hours, until the kernel
   * closes the connection. Timeouts of the session would affect other clients of a pooler.
   *
   * YugabyteDB cannot retry a transaction that begins in a message of several statements (#21833).
   */
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const { isolationLevel, accessMode = '' } = settings;
    const modes = isolationLevel === undefined ? accessMode : `isolation level ${isolationLevel} ${accessMode}`;
    const statements = [`begin ${modes}`, ...this.#limits];
    const messages = this.#isStrict ? statements : [statements.join('; ')];
    await Promise.all(messages.map(message => connection.executeQuery(CompiledQuery.raw(message))));
  }
}
