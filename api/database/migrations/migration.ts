import type { Database, Writes } from '../database.ts';

/** A schema change. A released migration never changes; add a new migration instead. */
export type Migration = { name: string; up(writes: Writes, engine: Database['engine']): Promise<void> };
