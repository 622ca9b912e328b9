import { setImmediate as breathe } from 'node:timers/promises';
import { roles } from '#contract/vocabulary';
import { advance } from '../database/counters.ts';
import type { Database } from '../database/database.ts';
import { type InsertRows, rowInserter } from '../database/insert-rows.ts';
import { rankOf } from '../database/values.ts';
import type { Progress } from '../progress.ts';
import type { Agent } from './agent.ts';
import { generateThreads } from './generate.ts';
import { insertThreads } from './insert-threads.ts';
import { rowsOf, type ThreadRows } from './thread.ts';

/** A transaction holds the write lock, and on SQLite the event loop: aim below the 50 ms it may take. */
const aimMilliseconds = 20;
const smallestBatch = 50;
const largestBatch = 2000;

/** What to insert; `now` is in milliseconds since 1970. */
export type BulkOrder = {
  tickets: number;
  seed: number;
  now: number;
  /** Called after each commit. */
  onProgress?: (progress: Progress) => void;
};

/** What a bulk insert did. `longestTransaction` is in milliseconds. */
export type BulkResult = { tickets: number; messages: number; longestTransaction: number };

/** There is nobody whom tickets could be assigned to. */
export class NobodyToAssign extends Error {
  constructor() {
    super('The desk has no agent yet. Start it once, or add one: desk people add EMAIL --role agent --name NAME');
  }
}

/**
 * Adds generated tickets after the highest number there is, in transactions so short that a running desk keeps answering:
 * the texts of a batch are written before its transaction begins, and its size follows the time the last ones took.
 * @throws NobodyToAssign
 */
export async function bulkInsert(database: Database, order: BulkOrder): Promise<BulkResult> {
  const agents = await findAgents(database);
  const threads = generateThreads({ seed: order.seed, count: order.tickets, now: order.now, agents });
  const insertRows = rowInserter();
  const result: BulkResult = { tickets: 0, messages: 0, longestTransaction: 0 };
  let size = smallestBatch;
  while (result.tickets < order.tickets) {
    const batch = take(threads, size).map(rowsOf);
    const milliseconds = await insertBatch(database, insertRows, batch);
    result.tickets += batch.length;
    result.messages += batch.reduce((sum, { messages }) => sum + messages.length, 0);
    result.longestTransaction = Math.max(result.longestTransaction, milliseconds);
    order.onProgress?.({ done: result.tickets, total: order.tickets });
    size = nextSize(size, milliseconds);
    await breathe();
  }
  return result;
}

async function findAgents(database: Database): Promise<Agent[]> {
  const agents = await database.read
    .selectFrom('people')
    .select(['id', 'name'])
    .where('role', '>=', rankOf(roles, 'agent'))
    .where('disabled', '=', 0)
    .orderBy('n')
    .execute();
  if (agents.length === 0) throw new NobodyToAssign();
  return agents;
}

/** Inserts tickets under the next numbers in one transaction; returns the milliseconds it took. */
async function insertBatch(database: Database, insertRows: InsertRows, batch: readonly ThreadRows[]): Promise<number> {
  let begun = 0;
  await database.transaction(async writes => {
    begun = performance.now();
    const last = await advance(writes, 'ticket.id', batch.length);
    const numbered = batch.map((rows, index) => ({ ...rows, id: String(last - batch.length + 1 + index) }));
    await insertThreads({ writes, search: database.search, insertRows }, numbered);
  });
  return performance.now() - begun;
}

/** The next `count` items, or what is left of them. */
function take<Item>(items: Iterator<Item>, count: number): Item[] {
  const taken: Item[] = [];
  while (taken.length < count) {
    const { done, value } = items.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
}

/** Half or double at most, since one slow commit (a checkpoint) says little about the next. */
const nextSize = (size: number, milliseconds: number): number => {
  const wanted = size * Math.min(2, Math.max(0.5, aimMilliseconds / milliseconds));
  return Math.round(Math.min(largestBatch, Math.max(smallestBatch, wanted)));
};
