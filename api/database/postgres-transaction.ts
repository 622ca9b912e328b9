import {
  AbortedTransactionError,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  Transaction,
  type TransactionSettings,
} from 'kysely';
import type { WriteTransaction } from './queries.ts';
import type { Schema } from './schema.ts';

/** SQLSTATE of a statement after a failed statement of its transaction: in_failed_sql_transaction. */
const inFailedTransaction = '25P02';

/**
 * Runs transactions that send statements before earlier results arrive. BEGIN is sent together with the first reads,
 * and COMMIT together with writes that `work` did not wait for. Errors of these writes fail the commit.
 *
 * Nothing is sent ahead outside a transaction: some poolers in transaction mode release the connection after the first
 * response.
 */
export const createTransactions = (kysely: Kysely<Schema>, dialect: Dialect) => {
  const driver = dialect.createDriver();
  const executor = kysely.getExecutor();
  return <T>(settings: TransactionSettings, work: (writes: WriteTransaction) => Promise<T>): Promise<T> =>
    executor.provideConnection(async connection => {
      const statements = new Statements(connection, driver.beginTransaction(connection, settings));
      const bound = executor.withConnectionProvider({ provideConnection: use => use(statements) });
      try {
        const result = await work(new Transaction({ config: { dialect }, dialect, driver, executor: bound }));
        await commit(driver, connection, statements);
        return result;
      } catch (error) {
        await statements.settle();
        // If the rollback fails too, the connection does not return to the pool.
        await driver.rollbackTransaction(connection).catch(() => {});
        throw isConsequence(error) ? (statements.failure ?? error) : error;
      }
    });
};

/** True if a statement or commit failed only because an earlier statement failed. */
export const isConsequence = (error: unknown): boolean =>
  error instanceof AbortedTransactionError ||
  (error instanceof Error && 'code' in error && error.code === inFailedTransaction);

/** Commits without waiting for the last statements. If one of them fails, COMMIT rolls back. */
const commit = async (driver: Driver, connection: DatabaseConnection, statements: Statements): Promise<void> => {
  await statements.begun;
  const committed = driver.commitTransaction(connection);
  await Promise.allSettled([statements.settle(), committed]);
  if (statements.failure !== null) throw statements.failure;
  await committed;
};

/** The statements of one transaction, in the order in which they are started. */
class Statements implements DatabaseConnection {
  readonly begun: Promise<void>;
  /** The error of the first statement that failed. */
  failure: unknown = null;
  readonly #connection: DatabaseConnection;
  /** Settles after the last statement, which settles after all earlier statements. */
  #last: Promise<unknown>;
  #hasBegun = false;
  /** True from the first statement that may write. */
  #waitsForBegin = false;

  constructor(connection: DatabaseConnection, begun: Promise<void>) {
    this.#connection = connection;
    this.begun = begun;
    this.#last = begun.then(
      () => {
        this.#hasBegun = true;
      },
      () => {},
    );
  }

  executeQuery: DatabaseConnection['executeQuery'] = (query, options) => {
    // A write must never run outside the transaction, even if BEGIN fails.
    this.#waitsForBegin ||= !query.sql.startsWith('select');
    const send = () => this.#connection.executeQuery<never>(query, options);
    const result = this.#waitsForBegin && !this.#hasBegun ? this.begun.then(send) : send();
    this.#last = result.catch((error: unknown) => {
      this.failure ??= error;
    });
    return result;
  };

  streamQuery: DatabaseConnection['streamQuery'] = (...args) => this.#connection.streamQuery(...args);

  /** Waits until every statement has succeeded or failed. */
  async settle(): Promise<void> {
    await this.#last;
  }
}
