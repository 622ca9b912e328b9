import type { Database, Writes } from '../database.ts';

/** One step of the tables' history. It is never changed once released: a further change is a further migration. */
export type Migration = { name: string; up(writes: Writes, engine: Database['engine']): Promise<void> };
