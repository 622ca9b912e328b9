import type { Desk } from './desk.ts';

/** What was found out after a strike: writes that were answered, and what became of those under way. */
export type Verdict = { answered: number; done: number; undone: number; reads: number; repeats: number };

/** How many writes were looked at once more in the end, by how many reads and writes sent again. */
export type Swept = { writes: number; reads: number; repeats: number };

/** One of those who write at the same time, and know of what they write to what it should be. */
export type Party = {
  /** Writes until it is told to stop, or the first time that no answer comes, or that of an outage. */
  write(desk: Desk, isOver: () => boolean): Promise<void>;
  /** Holds what the api says now against what it answered before. Throws the first difference. */
  verify(desk: Desk): Promise<Verdict>;
  /** The same with everything of all rounds. */
  sweep(desk: Desk): Promise<Swept>;
};

/** Adds up what several say. */
export const sumUp = <Counts extends Record<string, number>>(all: readonly Counts[], nothing: Counts): Counts =>
  Object.fromEntries(
    Object.keys(nothing).map(name => [name, all.reduce((sum, each) => sum + (each[name] ?? 0), 0)]),
  ) as Counts;
