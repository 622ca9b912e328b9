import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { StoreLoad } from './database.ts';
import { isBusy } from './sqlite-statements.ts';

const beginTimeoutMilliseconds = 10_000;
const maxGroupSize = 50;

/**
 * Runs transactions on one connection in sequence and commits concurrent transactions together. The disk sync is most
 * of a small transaction's cost. Each transaction except the first is a savepoint, which can fail alone. No transaction
 * resolves before the group is on disk.
 */
export class GroupCommit {
  readonly #connection: DatabaseSync;
  readonly #run: (sql: string) => void;
  readonly #onCommit: () => void;
  readonly #waiting: (() => void)[] = [];
  #isLocked = false;
  #isClosed = false;
  /** Identifies the running transaction; null if none runs. */
  #holder: object | null = null;
  /** The error that made SQLite roll back the open group. */
  #cause: unknown;
  /** Finished transactions that wait for the shared commit. */
  #done: PromiseWithResolvers<void>[] = [];

  constructor(connection: DatabaseSync, run: (sql: string) => void, onCommit = () => {}) {
    this.#connection = connection;
    this.#run = run;
    this.#onCommit = onCommit;
  }

  /** The one connection is busy while a transaction runs or waits for the commit. */
  getLoad(): StoreLoad {
    const busy = this.#isLocked || this.#done.length > 0 ? 1 : 0;
    return { busy, idle: 1 - busy, waiting: this.#waiting.length };
  }

  /** Waits until the connection is free, then begins a transaction. */
  async begin(holder: object): Promise<void> {
    await this.#acquire();
    try {
      if (this.#done.length > 0) this.#run('savepoint own');
      else await this.#beginImmediate();
      this.#holder = holder;
      this.#cause = undefined;
    } catch (error) {
      this.#release();
      throw error;
    }
  }

  /** Resolves when the transaction is on disk. */
  async commit(): Promise<void> {
    if (this.#done.length > 0) this.#run('release own');
    const committed = Promise.withResolvers<void>();
    this.#done.push(committed);
    this.#release();
    return committed.promise;
  }

  /** Records why SQLite rolled back the group. Call it after each failed statement. */
  recordFailure(error: unknown): void {
    if (!this.#connection.isTransaction) this.#cause ??= error;
  }

  /** Rolls back the running transaction. Does nothing after a failed commit, which has already rolled back. */
  rollback(holder: object): void {
    if (this.#holder !== holder) return;
    try {
      // After some failures, such as a full disk, SQLite has rolled back everything itself.
      if (!this.#connection.isTransaction)
        this.#reject(
          new Error('Rolled back because another transaction in the same group failed.', { cause: this.#cause }),
        );
      else if (this.#done.length === 0) this.#run('rollback');
      else for (const sql of ['rollback to own', 'release own']) this.#run(sql);
    } finally {
      this.#release();
    }
  }

  /** Commits the open group. Transactions that would start afterwards are rejected. */
  async close(): Promise<void> {
    await this.#acquire();
    this.#isClosed = true;
    this.#commitAll();
    this.#release();
  }

  async #acquire(): Promise<void> {
    if (this.#isLocked) await new Promise<void>(resolve => this.#waiting.push(resolve));
    this.#isLocked = true;
    if (!this.#isClosed) return;
    this.#release();
    throw new Error('The database is closed.');
  }

  /**
   * Commits a full group, and starts the next waiting transaction. If no transaction waits, commits the group after the
   * pending callbacks, which may still add transactions to it.
   */
  #release(): void {
    this.#holder = null;
    if (this.#done.length >= maxGroupSize) this.#commitAll();
    const next = this.#waiting.shift();
    this.#isLocked = next !== undefined;
    if (next !== undefined) next();
    else setImmediate(() => this.#isLocked || this.#commitAll());
  }

  #commitAll(): void {
    if (this.#done.length === 0) return;
    try {
      this.#run('commit');
      this.#onCommit();
      for (const { resolve } of this.#done.splice(0)) resolve();
    } catch (error) {
      if (this.#connection.isTransaction) this.#run('rollback');
      this.#reject(error);
    }
  }

  #reject(error: unknown): void {
    for (const { reject } of this.#done.splice(0)) reject(error);
  }

  /**
   * Acquires the write lock first: a transaction then never fails half-way because another process wrote. Retries while
   * another process holds the lock, without blocking the event loop.
   */
  async #beginImmediate(): Promise<void> {
    const deadline = performance.now() + beginTimeoutMilliseconds;
    for (;;) {
      try {
        return this.#run('begin immediate');
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error;
        await pause(5);
      }
    }
  }
}
