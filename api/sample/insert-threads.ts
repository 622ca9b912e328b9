import { advance } from '../database/counters.ts';
import type { Database, Writes } from '../database/database.ts';
import { facetsOf } from '../database/facets.ts';
import type { InsertRows } from '../database/insert-rows.ts';
import { countMoves } from '../database/ticket-counts.ts';
import type { ThreadRows } from './thread.ts';

/** What is needed to write threads in a transaction. */
export type ThreadInserter = { writes: Writes; search: Database['search']; insertRows: InsertRows };

/** A thread's rows with the ticket's id. */
export type NumberedThread = ThreadRows & { id: string };

type PlacedThread = NumberedThread & { n: number };

/**
 * Writes tickets with their messages and search documents, in this order of creation. The ids must be free and the
 * counter past them. The change counters move last, since they are what every other writer waits for.
 */
export async function insertThreads(inserter: ThreadInserter, threads: readonly NumberedThread[]): Promise<void> {
  const { writes, search } = inserter;
  const placed = await insertTickets(inserter, threads);
  const messagesCount = await insertMessages(inserter, placed);
  await search.add(
    writes,
    placed.map(({ n, ticket, tags, text }) => ({ n, facets: facetsOf(ticket, tags), text })),
  );
  const byState = Map.groupBy(threads, ({ ticket }) => ticket.state);
  await countMoves(writes, new Map([...byState].map(([state, moved]) => [state, moved.length])));
  await advance(writes, 'tickets.changes', threads.length);
  await advance(writes, 'messages.changes', messagesCount);
}

/** Inserts the ticket rows and learns the creation numbers that the store gave them. */
async function insertTickets(
  { writes, insertRows }: ThreadInserter,
  threads: readonly NumberedThread[],
): Promise<PlacedThread[]> {
  const before = await writes
    .selectFrom('tickets')
    .select(({ fn }) => fn.max('n').as('n'))
    .executeTakeFirstOrThrow();
  const tickets = threads.map(({ id, ticket }) => ({ id, ...ticket }));
  await insertRows(writes, 'tickets', tickets);
  // Other writers' tickets may be among these on Postgres, so each is looked up by its id.
  const rows = await writes
    .selectFrom('tickets')
    .select(['id', 'n'])
    .where('n', '>', before.n ?? 0)
    .execute();
  const numbers = new Map(rows.map(row => [row.id, row.n]));
  return threads.map(thread => ({ ...thread, n: numbers.get(thread.id) ?? notStored(thread.id) }));
}

const notStored = (id: string): never => {
  throw new Error(`ticket ${id} was not stored`);
};

/** Inserts the messages of all threads under the next message ids; returns how many there were. */
async function insertMessages(
  { writes, insertRows }: ThreadInserter,
  threads: readonly PlacedThread[],
): Promise<number> {
  const messages = threads.flatMap(({ n, messages }) => messages.map(message => ({ ticket_n: n, ...message })));
  const lastId = await advance(writes, 'message.id', messages.length);
  const firstId = lastId - messages.length + 1;
  const rows = messages.map((message, index) => ({ id: String(firstId + index), ...message }));
  await insertRows(writes, 'messages', rows);
  return messages.length;
}
