import { reserveId } from '../database/counters.ts';
import type { Database, WriteTransaction } from '../database/database.ts';
import { createRowInserter } from '../database/insert-rows.ts';
import { appendSampleEvents } from './append-sample-events.ts';
import { insertThreads } from './insert-threads.ts';
import { loadGists, readSampleGists } from './load-gists.ts';
import { loadPeople } from './load-people.ts';
import { readSampleThreads, type SampleContext, type SampleThread, toThreadDraft } from './sample-threads.ts';
import { type Triage, toThreadRows } from './thread-rows.ts';

const accountAgeMilliseconds = 240 * 24 * 60 * 60_000;

/**
 * Adds the sample people, gists and tickets to an empty desk, in one transaction. The tickets belong to the mailbox. Times are computed
 * backwards from `now` (milliseconds since 1970), so that the sample data looks recent.
 * @throws Error, and stores nothing, if a sample file is invalid or one of its ticket numbers is taken
 */
export async function loadSample(database: Database, now: number, mailboxId: string | null = null): Promise<void> {
  const threads = readSampleThreads();
  const gists = readSampleGists();
  await database.transaction(async writes => {
    const ids = await loadPeople(writes, now - accountAgeMilliseconds);
    const triages = await loadTickets(writes, database.search, threads, { ids, mailboxId, now });
    await loadGists(writes, gists, ids, now);
    await appendSampleEvents(writes, triages);
  });
}

/** Adds the tickets, oldest first, with their messages. Resolves with a map of ticket id to triage event. */
async function loadTickets(
  writes: WriteTransaction,
  search: Database['search'],
  samples: readonly SampleThread[],
  context: SampleContext,
): Promise<ReadonlyMap<string, Triage>> {
  const highest = Math.max(...samples.map(({ head }) => head.number));
  await reserveId(writes, 'ticket', String(highest));
  const threads = samples
    .toSorted((left, right) => right.head.opened - left.head.opened)
    .map(sample => ({ id: String(sample.head.number), draft: toThreadDraft(sample, context) }));
  await insertThreads(
    { writes, search, insertRows: createRowInserter() },
    threads.map(({ id, draft }) => ({ id, ...toThreadRows(draft) })),
  );
  return new Map(threads.flatMap(({ id, draft: { triage } }) => (triage ? [[id, triage]] : [])));
}
