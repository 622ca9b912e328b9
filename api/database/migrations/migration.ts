import type { Database, WriteTransaction } from '../database.ts';

/** A schema change. A released migration never changes; add a new migration instead. */
export type Migration = { name: string; up(writes: WriteTransaction, engine: Database['engine']): Promise<void> };
