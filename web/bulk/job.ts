import { createStore } from '../storage/observable-store.ts';

/** A running bulk action. */
export type Job = {
  /** Progress label: `Closing`. */
  doing: string;
  total: number;
  /** Number of tickets that succeeded or failed. */
  ended: number;
  /** Skips the remaining tickets; null once called. */
  cancel: (() => void) | null;
};

/** The running bulk action, or null. */
export const currentJob = createStore<Job | null>(null);
