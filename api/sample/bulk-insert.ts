import { setImmediate as nextIteration } from 'node:timers/promises';
import { roles } from '#contract/enums';
import { encodeEnum } from '../database/column-encoding.ts';
import { incrementCounter } from '../database/counters.ts';
import type { Database } from '../database/database.ts';
import { createRowInserter, type InsertRows } from '../database/insert-rows.ts';
import type { Progress } from '../progress.ts';
import { generateThreads } from './generate.ts';
import type { TicketAgent } from './generate-messages.ts';
import { insertThreads } from './insert-threads.ts';
import { type ThreadRows, toThreadRows } from './thread-rows.ts';

/**
 * The target duration of a transaction. A transaction holds the write lock and, on SQLite, blocks the event loop.
 */
const targetMilliseconds = 20;
const minBatchSize = 50;
const maxBatchSize = 2000;

/** `now` is in milliseconds since 1970. `onProgress` is called after each commit. */
export type BulkInsertOptions = {
  tickets: number;
  seed: number;
  now: number;
  onProgress?: (progress: Progress) => void;
};

/** How many rows were inserted. */
export type BulkInsertResult = { tickets: number; messages: number };

/** The desk has no enabled agent to assign tickets to. */
export class NoAgentError extends Error {
  constructor() {
    super(
      'The desk has no agent yet. Start the API once, or add an agent: desk people add EMAIL --role agent --name NAME',
    );
  }
}

/**
 * Adds generated tickets in short transactions, so that a running desk keeps responding. Rows are generated before a
 * transaction, and its duration determines the size of the next batch.
 * @throws NoAgentError
 */
export async function bulkInsert(database: Database, options: BulkInsertOptions): Promise<BulkInsertResult> {
  const agents = await findAgents(database);
  const threads = generateThreads({ seed: options.seed, count: options.tickets, now: options.now, agents });
  const insertRows = createRowInserter();
  const result: BulkInsertResult = { tickets: 0, messages: 0 };
  let batchSize = minBatchSize;
  while (result.tickets < options.tickets) {
    const batch = take(threads, batchSize).map(toThreadRows);
    const milliseconds = await insertBatch(database, insertRows, batch);
    result.tickets += batch.length;
    result.messages += batch.reduce((sum, { messages }) => sum + messages.length, 0);
    options.onProgress?.({ done: result.tickets, total: options.tickets });
    batchSize = getNextBatchSize(batchSize, milliseconds);
    await nextIteration();
  }
  return result;
}

async function findAgents(database: Database): Promise<TicketAgent[]> {
  const agents = await database.read
    .selectFrom('people')
    .select(['id', 'name'])
    .where('role', '>=', encodeEnum(roles, 'agent'))
    .where('disabled', '=', 0)
    .orderBy('n')
    .execute();
  if (agents.length === 0) throw new NoAgentError();
  return agents;
}

/** Inserts tickets under the next numbers in one transaction; resolves with its duration in milliseconds. */
async function insertBatch(database: Database, insertRows: InsertRows, batch: readonly ThreadRows[]): Promise<number> {
  let startedAt = 0;
  await database.transaction(async writes => {
    startedAt = performance.now();
    const last = await incrementCounter(writes, 'ticket.id', batch.length);
    const numbered = batch.map((rows, index) => ({ ...rows, id: String(last - batch.length + 1 + index) }));
    await insertThreads({ writes, search: database.search, insertRows }, numbered);
  });
  return performance.now() - startedAt;
}

/** Returns the next `count` items, or fewer at the end. Unlike `items.take`, it leaves the iterator open. */
function take<Item>(items: Iterator<Item>, count: number): Item[] {
  const result: Item[] = [];
  while (result.length < count) {
    const { done, value } = items.next();
    if (done) break;
    result.push(value);
  }
  return result;
}

/**
 * Returns the next size, at least half and at most twice `size`: a single commit may be slow, for example at a
 * checkpoint.
 */
const getNextBatchSize = (size: number, milliseconds: number): number => {
  const target = size * Math.min(2, Math.max(0.5, targetMilliseconds / milliseconds));
  return Math.round(Math.min(maxBatchSize, Math.max(minBatchSize, target)));
};
