import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
  type TransactionSettings,
} from 'kysely';

type Choices = {
  pool: PostgresPool;
  /** How long a statement of a transaction may take, and how long the server waits for the next one, in milliseconds; 0 for ever. */
  limit: number;
};

/** Kysely's PostgreSQL, whose transactions the server ends by itself when they take too long. */
export class LimitedDialect extends PostgresDialect {
  readonly #choices: Choices;

  constructor(choices: Choices) {
    super(choices);
    this.#choices = choices;
  }

  override createDriver(): LimitedDriver {
    return new LimitedDriver(this.#choices);
  }
}

class LimitedDriver extends PostgresDriver {
  readonly #limits: string;

  constructor({ pool, limit }: Choices) {
    super({ pool });
    const names = ['statement_timeout', 'idle_in_transaction_session_timeout'];
    this.#limits = names.map(name => `; set local ${name} = ${limit}`).join('');
  }

  /**
   * The locks of somebody whose network is gone would be held until the kernel gives the connection up, hours later. The
   * limits are of the transaction: behind a pooler the session is another one's in a moment, and others have none.
   */
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const { isolationLevel, accessMode = '' } = settings;
    const modes = isolationLevel === undefined ? accessMode : `isolation level ${isolationLevel} ${accessMode}`;
    await connection.executeQuery(CompiledQuery.raw(`begin ${modes}${this.#limits}`));
  }
}
