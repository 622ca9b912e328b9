import { createStore } from '../../storage/observable-store.ts';

export type BulkJob = {
  /** Progress label: `Closing`. */
  label: string;
  total: number;
  /** Number of tickets that succeeded or failed. */
  finished: number;
  /** Skips the remaining tickets; null once called. */
  cancel: (() => void) | null;
};

/** The running bulk action, or null. */
export const currentJob = createStore<BulkJob | null>(null);
