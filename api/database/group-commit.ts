import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { StoreLoad } from './database.ts';
import { isBusy } from './sqlite-statements.ts';

const beginTimeoutMilliseconds = 10_000;
const mostTogether = 50;

/**
 * Runs transactions on one connection, one after the other, and commits together those that came together: what costs most
 * of a small one is the sync to the disk. Each but the first is a savepoint of its own, so one that fails takes nothing of
 * the others with it; and none has ended before all of them are on the disk.
 */
export class GroupCommit {
  readonly #connection: DatabaseSync;
  readonly #run: (sql: string) => void;
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;
  /** Whose turn it is. */
  #holder: object | null = null;
  /** Those that are done in the open transaction and wait for the disk. */
  #done: PromiseWithResolvers<void>[] = [];

  constructor(connection: DatabaseSync, run: (sql: string) => void) {
    this.#connection = connection;
    this.#run = run;
  }

  /** One connection: in a turn, or with work that is not on the disk yet. */
  load(): StoreLoad {
    const busy = this.#isTaken || this.#done.length > 0 ? 1 : 0;
    return { busy, idle: 1 - busy, waiting: this.#waiting.length };
  }

  /** Waits for its turn. */
  async begin(holder: object): Promise<void> {
    await this.#turn();
    try {
      if (this.#done.length > 0) this.#run('savepoint own');
      else await this.#beginImmediate();
      this.#holder = holder;
    } catch (error) {
      this.#handOn();
      throw error;
    }
  }

  /** Resolves when it is on the disk. */
  async commit(): Promise<void> {
    if (this.#done.length > 0) this.#run('release own');
    const committed = Promise.withResolvers<void>();
    this.#done.push(committed);
    this.#handOn();
    return committed.promise;
  }

  /** Undoes what was done in a turn. Does nothing after the turn: what could not be committed is undone by then. */
  rollback(holder: object): void {
    if (this.#holder !== holder) return;
    try {
      // After some failures, a full disk for one, SQLite has undone all of it by itself.
      if (!this.#connection.isTransaction) this.#reject(new Error('Undone together with a transaction that failed.'));
      else if (this.#done.length === 0) this.#run('rollback');
      else for (const sql of ['rollback to own', 'release own']) this.#run(sql);
    } finally {
      this.#handOn();
    }
  }

  /** Finishes what is under way. Nobody gets a turn any more. */
  async end(): Promise<void> {
    await this.#turn();
    this.#commitAll();
  }

  async #turn(): Promise<void> {
    if (this.#isTaken) await new Promise<void>(resolve => this.#waiting.push(resolve));
    this.#isTaken = true;
  }

  /** Gives the turn to the next. When nobody waits it ends the group, after everybody has been heard who is asking just now. */
  #handOn(): void {
    this.#holder = null;
    if (this.#done.length >= mostTogether) this.#commitAll();
    const next = this.#waiting.shift();
    this.#isTaken = next !== undefined;
    if (next !== undefined) next();
    else setImmediate(() => this.#isTaken || this.#commitAll());
  }

  #commitAll(): void {
    if (this.#done.length === 0) return;
    try {
      this.#run('commit');
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
   * Begins writing at once, so that a transaction never fails half-way because another process wrote first. While another one
   * writes it is tried again without holding the event loop.
   */
  async #beginImmediate(): Promise<void> {
    const deadline = performance.now() + beginTimeoutMilliseconds;
    for (;;) {
      try {
        return this.#run('begin immediate');
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error;
        await wait(5);
      }
    }
  }
}
