import type { KillDesk } from './kill-desk.ts';

/** Counts after a restart: acknowledged writes, and whether those in progress were applied. */
export type VerifyCounts = { answered: number; done: number; undone: number; reads: number; repeats: number };

/** Counts of the final check: writes, reads, and repeated Idempotency-Keys. */
export type SweepCounts = { writes: number; reads: number; repeats: number };

/** A concurrent workload that knows the expected state of its resources. */
export type Workload = {
  /** Writes until `isOver`, or until the first missing response or outage. */
  write(desk: KillDesk, isOver: () => boolean): Promise<void>;
  /** Compares the api with its earlier responses. Throws the first difference. */
  verify(desk: KillDesk): Promise<VerifyCounts>;
  /** Verifies everything of all rounds. */
  sweep(desk: KillDesk): Promise<SweepCounts>;
};

/** Adds up counts. */
export const addUpCounts = <Counts extends Record<string, number>>(all: readonly Counts[], nothing: Counts): Counts =>
  Object.fromEntries(
    Object.keys(nothing).map(name => [name, all.reduce((sum, each) => sum + (each[name] ?? 0), 0)]),
  ) as Counts;
