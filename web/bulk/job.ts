import { createStore } from '../store.ts';

/** Something that is being done to many tickets, one after the other. */
export type Job = {
  /** What: `Closing`. */
  doing: string;
  total: number;
  /** How many are through, one way or the other. */
  ended: number;
  /** Begins no more of them; null once that was asked for. */
  cancel: (() => void) | null;
};

/** What is being done now; null at rest. */
export const currentJob = createStore<Job | null>(null);
