import { passId } from '../database/counters.ts';
import type { Database, Writes } from '../database/database.ts';
import { rowInserter } from '../database/insert-rows.ts';
import { millisecondsOf } from './age.ts';
import { insertThreads } from './insert-threads.ts';
import { loadGists } from './load-gists.ts';
import { type AgentIds, loadPeople } from './load-people.ts';
import { logSample } from './log-sample.ts';
import { threadOf } from './sample-thread.ts';
import { rowsOf, type Triage } from './thread.ts';
import { sampleTickets } from './tickets.ts';

/**
 * Fills an empty desk with the sample people, gists, tickets and messages, and what the change log says of them, in one transaction. Their times lie before `now`
 * (milliseconds since 1970). Throws, having changed nothing, when one of the sample's ticket numbers is taken.
 */
export const loadSample = (database: Database, now: number): Promise<void> =>
  database.transaction(async writes => {
    const ids = await loadPeople(writes, now - millisecondsOf('240d'));
    const triages = await loadTickets(writes, database.search, ids, now);
    await loadGists(writes, ids, now);
    await logSample(writes, triages);
  });

/** Resolves with the triage of each ticket that went through one, by the ticket's id. */
async function loadTickets(
  writes: Writes,
  search: Database['search'],
  ids: AgentIds,
  now: number,
): Promise<ReadonlyMap<string, Triage>> {
  const oldestFirst = sampleTickets.toSorted((a, b) => millisecondsOf(b.opened) - millisecondsOf(a.opened));
  const highest = Math.max(...sampleTickets.map(ticket => ticket.number));
  await passId(writes, 'ticket', String(highest));
  const threads = oldestFirst.map(ticket => ({ id: String(ticket.number), thread: threadOf(ticket, ids, now) }));
  await insertThreads(
    { writes, search, insertRows: rowInserter() },
    threads.map(({ id, thread }) => ({ id, ...rowsOf(thread) })),
  );
  return new Map(threads.flatMap(({ id, thread: { triage } }) => (triage ? [[id, triage]] : [])));
}
