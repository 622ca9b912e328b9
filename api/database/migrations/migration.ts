import type { Database, Writes } from '../database.ts';

/** One schema change. A released migration never changes; add another one instead. */
export type Migration = { name: string; up(writes: Writes, engine: Database['engine']): Promise<void> };
