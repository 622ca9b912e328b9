import { appendEvents } from '../database/change-log.ts';
import { reserveId } from '../database/counters.ts';
import type { Database, WriteTransaction } from '../database/database.ts';
import { createRowInserter } from '../database/insert-rows.ts';
import type { Files } from '../files/files.ts';
import { skipEvents } from '../notifications/store.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { createSampleEvents, type LogEntry } from './create-sample-events.ts';
import { insertThreads } from './insert-threads.ts';
import type { ConversationDesk } from './load-conversations.ts';
import { loadGists, readSampleGists } from './load-gists.ts';
import { loadPeople } from './load-people.ts';
import { recordTicketsAndGists } from './sample-rows.ts';
import { readSampleThreads, type SampleContext, type SampleThread, toThreadDraft } from './sample-threads.ts';
import { type Triage, toThreadRows } from './thread-rows.ts';

const accountAgeMilliseconds = 240 * 24 * 60 * 60_000;

/** The mailbox of the sample tickets. `secrets` has the key of its reply addresses, `files` stores its mails. */
type SampleMailbox = { id: string; secrets: Secrets; files: Files };

/**
 * Adds the sample people, gists and tickets to an empty desk, in one transaction. With a mailbox, the tickets belong
 * to it, and some come by email. Times are computed backwards from `now` (milliseconds since 1970), so that the sample
 * data looks recent.
 * @throws Error, and stores nothing, if a sample file is invalid or its ticket number is taken
 */
export async function loadSample(database: Database, now: number, mailbox: SampleMailbox | null = null): Promise<void> {
  const threads = readSampleThreads();
  const gists = readSampleGists();
  await database.transaction(async writes => {
    const ids = await loadPeople(writes, now - accountAgeMilliseconds);
    const mailboxId = mailbox?.id ?? null;
    const triages = await loadTickets(writes, database.search, threads, { ids, mailboxId, now });
    await loadGists(writes, gists, ids, now);
    const events = await createSampleEvents(writes, triages);
    if (mailbox !== null) {
      const { id, ...rest } = mailbox;
      const desk = { ...{ database, ids, now }, ...rest, mailboxId: id };
      await loadConversations(writes, events, desk);
    }
    await appendEvents(writes, events);
    await recordTicketsAndGists(writes);
    await skipEvents(writes);
  });
}

/**
 * Runs the steps of the conversations by email. Before each step, stores the earlier events and removes them from
 * `events`.
 */
async function loadConversations(writes: WriteTransaction, events: LogEntry[], desk: ConversationDesk): Promise<void> {
  // Only a first start needs these modules.
  const { createConversationSteps, deleteMailJobs } = await import('./load-conversations.ts');
  for (const { at, run } of createConversationSteps(desk)) {
    const later = events.findIndex(({ now }) => now > at);
    await appendEvents(writes, events.splice(0, later === -1 ? events.length : later));
    await run(writes);
  }
  await deleteMailJobs(writes);
}

/** Adds the tickets, oldest first, with their messages. Resolves with a map of ticket id to triage. */
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
