import type { Database, Writes } from '../database.ts';
import { people } from './0001-people.ts';
import { tickets } from './0002-tickets.ts';
import { gists } from './0003-gists.ts';
import { oauth } from './0004-oauth.ts';

/** One step of the tables' history. It is never changed once released: a further change is a further migration. */
export type Migration = { name: string; up(writes: Writes, engine: Database['engine']): Promise<void> };

/** In the order they are applied. */
export const migrations: readonly Migration[] = [people, tickets, gists, oauth];
