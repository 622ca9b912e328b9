import { incrementCounter } from '../database/counters.ts';
import type { Database, WriteTransaction } from '../database/database.ts';
import { getFacets } from '../database/facets.ts';
import type { InsertRows } from '../database/insert-rows.ts';
import { updateStateCounts } from '../database/ticket-counts.ts';
import { saveCustomers } from '../database/ticket-customers.ts';
import { countTags, type TagChanges } from '../database/ticket-tags.ts';
import type { ThreadRows } from './thread-rows.ts';

/** The dependencies of an insert in one transaction. */
export type InsertDependencies = { writes: WriteTransaction; search: Database['search']; insertRows: InsertRows };

export type ThreadWithId = ThreadRows & { id: string };

type StoredThread = ThreadWithId & { n: number };

/**
 * Inserts tickets with their messages and search documents in the given order. The ids must be unused and not above the
 * id counter. The change counters advance last, since all other writers wait for the rows of these counters.
 */
export async function insertThreads(dependencies: InsertDependencies, threads: readonly ThreadWithId[]): Promise<void> {
  const { writes, search, insertRows } = dependencies;
  const stored = await insertTickets(dependencies, threads);
  const messagesCount = await insertMessages(dependencies, stored);
  await search.add(
    writes,
    stored.map(({ n, id, ticket, tags, text }) => ({ n, facets: getFacets(ticket, tags), id, text })),
  );
  await saveCustomers(
    writes,
    insertRows,
    threads.map(({ ticket }) => ticket),
  );
  const tagChanges = await countTags(
    writes,
    sumTags(threads),
    Math.max(0, ...threads.map(({ ticket }) => ticket.created_at)),
  );
  for (const [name, amount] of tagChanges) await incrementCounter(writes, name, amount);
  const byState = Map.groupBy(threads, ({ ticket }) => ticket.state);
  await updateStateCounts(writes, new Map([...byState].map(([state, added]) => [state, added.length])));
  await incrementCounter(writes, 'tickets.changes', threads.length);
  await incrementCounter(writes, 'messages.changes', messagesCount);
}

/** Counts the threads of each tag. */
const sumTags = (threads: readonly ThreadWithId[]): TagChanges =>
  new Map(
    [
      ...Map.groupBy(
        threads.flatMap(({ tags }) => tags),
        tag => tag,
      ),
    ].map(([tag, all]) => [tag, all.length]),
  );

/** Inserts the ticket rows and reads back their creation numbers. */
async function insertTickets(
  { writes, insertRows }: InsertDependencies,
  threads: readonly ThreadWithId[],
): Promise<StoredThread[]> {
  const before = await writes
    .selectFrom('tickets')
    .select(({ fn }) => fn.max('n').as('n'))
    .executeTakeFirstOrThrow();
  const tickets = threads.map(({ id, ticket }) => ({ id, ...ticket }));
  await insertRows(writes, 'tickets', tickets);
  // On PostgreSQL, the rows may include tickets of concurrent writers. Each ticket is therefore looked up by id.
  const rows = await writes
    .selectFrom('tickets')
    .select(['id', 'n'])
    .where('n', '>', before.n ?? 0)
    .execute();
  const numbers = new Map(rows.map(row => [row.id, row.n]));
  return threads.map(thread => ({ ...thread, n: numbers.get(thread.id) ?? throwNotStored(thread.id) }));
}

const throwNotStored = (id: string): never => {
  throw new Error(`Ticket ${id} was not stored.`);
};

/** Inserts the messages of all threads under the next message ids. Returns how many were inserted. */
async function insertMessages(
  { writes, insertRows }: InsertDependencies,
  threads: readonly StoredThread[],
): Promise<number> {
  const messages = threads.flatMap(({ n, messages }) => messages.map(message => ({ ticket_n: n, ...message })));
  const lastId = await incrementCounter(writes, 'message.id', messages.length);
  const firstId = lastId - messages.length + 1;
  const rows = messages.map((message, index) => ({ id: String(firstId + index), ...message }));
  await insertRows(writes, 'messages', rows);
  return messages.length;
}
