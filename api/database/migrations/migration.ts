import type { Database, WriteTransaction } from '../database.ts';

/** Reports how many rows a long migration has processed. */
export type ReportProgress = (progress: { done: number; total: number }) => void;

/** A schema change. A released migration never changes; add a new migration instead. */
export type Migration = {
  name: string;
  up(writes: WriteTransaction, engine: Database['engine'], onProgress?: ReportProgress): Promise<void>;
};
