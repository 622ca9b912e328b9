import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Actor } from '../database/change-log.ts';
import type { Database, Queries, WriteTransaction } from '../database/database.ts';
import { tagFacet } from '../database/facets.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { doublingBackoff, type Handler, type JobContext, retryAt } from '../jobs/handler.ts';
import type { TagRow } from './representation.ts';
import type { TagStore } from './store.ts';

/** The stores that the job calls. */
type ReplaceTagDependencies = {
  tags: Pick<TagStore, 'find' | 'finishRemoval'>;
  tickets: {
    replaceTag(
      writes: WriteTransaction,
      numbers: readonly number[],
      change: { tag: string; into: string | null },
      actor: Actor,
    ): Promise<void>;
  };
};

/** The maximum number of tickets that one search returns. */
const pageSize = 10_000;

/**
 * The number of tickets per transaction. Larger transactions delay requests noticeably, because SQLite runs in the
 * process that serves them, and merges parts of its search index.
 */
const batchSize = 5;

/** The pause after a transaction, as a multiple of its duration. On SQLite, requests wait for the transaction. */
const pauseFactors: Record<Database['engine'], number> = { sqlite: 4, postgres: 1 };

/** The delay before the job runs again if the tag's ticket count is not 0. */
const repeatMilliseconds = 1000;

/**
 * Creates the handler that removes or replaces a tag on all its tickets. The job searches until no ticket has the tag.
 * So it continues after a crash, and changes tickets that get the tag meanwhile. It finishes the removal in a separate
 * transaction, because merges lock the tag before the row of the job.
 */
export const createReplaceTag = ({ tags, tickets }: ReplaceTagDependencies): Handler => ({
  kind: 'replace_tag',
  concurrency: 1,
  maxAttempts: Number.POSITIVE_INFINITY,
  backoff: doublingBackoff(1000, 60_000),
  deadlineMilliseconds: 3_600_000,
  effect: 'store',
  ensureJobs: ensureRemovals,
  async run({ payload }, context) {
    const { database, clock, log } = context;
    const id = String(payload['tag']);
    database.startRequest();
    const tag = await tags.find(database.read, id);
    if (tag?.removing !== 1) return undefined;
    const changed = await replaceInTickets(tag, tickets, context);
    const { isFinished, ...counts } = await finish(tags, id, changed, context);
    if (counts.counted !== counts.tickets)
      log.warn({ tag: id, ...counts }, 'corrected the ticket count of a tag; check the other tags with "desk check"');
    if (!isFinished) throw retryAt(clock() + repeatMilliseconds);
    return undefined;
  },
});

/**
 * Finishes the removal of a tag that no ticket has. Counts the tickets again if a whole pass found no ticket, but the
 * tag's count is not 0. The tag is locked, so no ticket gets or loses it during the count.
 */
const finish = (tags: ReplaceTagDependencies['tags'], id: string, changed: number, { database, clock }: JobContext) =>
  database.transaction(async writes => {
    const tag = await tags.find(writes, id);
    if (tag === null) return { isFinished: true, counted: 0, tickets: 0 };
    const isSuspect = changed === 0 && tag.tickets !== 0;
    const tickets = isSuspect ? await countTickets(database, writes, id) : tag.tickets;
    return { isFinished: await tags.finishRemoval(writes, tag, tickets, clock()), counted: tag.tickets, tickets };
  });

/** Enqueues the missing jobs of removals, after a restore or a discarded job. */
const ensureRemovals = async ({ read, transaction }: Database): Promise<void> => {
  const rows = await read
    .selectFrom('tags')
    .leftJoin('jobs', join => join.onRef('jobs.key', '=', 'tags.id').on('jobs.kind', '=', 'replace_tag'))
    .select('tags.id')
    .where('removing', '=', 1)
    .where('jobs.n', 'is', null)
    .execute();
  if (rows.length === 0) return;
  await transaction(async writes => {
    for (const { id } of rows) await enqueue(writes, 'replace_tag', { key: id, payload: { tag: id } });
  });
};

/** Changes all tickets with the tag, in creation order and in small transactions. @returns the number of changes */
const replaceInTickets = async (
  { id: tag, merged_into: into, removed_by, removed_with, removal_total: total }: TagRow,
  tickets: ReplaceTagDependencies['tickets'],
  { database, clock, signal, setProgress }: JobContext,
): Promise<number> => {
  const author = { personId: removed_by ?? '', clientId: removed_with };
  let done = 0;
  for (let last = 0; ; ) {
    const numbers = await findTickets(database, database.read, tag, last);
    if (numbers.length === 0) return done;
    while (numbers.length > 0) {
      signal.throwIfAborted();
      const batch = numbers.splice(0, batchSize);
      last = batch.at(-1) ?? last;
      const startedAt = performance.now();
      await database.transaction(writes =>
        tickets.replaceTag(writes, batch, { tag, into }, { ...author, now: clock() }),
      );
      const milliseconds = performance.now() - startedAt;
      done += batch.length;
      await setProgress({ done: Math.min(done, total), total });
      await pause(milliseconds * pauseFactors[database.engine], null, { signal });
    }
  }
};

/** Finds the first tickets that have a tag and a creation number greater than `last`. */
const findTickets = async (
  database: Pick<Database, 'search'>,
  queries: Queries,
  tag: string,
  last: number,
): Promise<number[]> => {
  const found = sql<{ n: number }>`
    select n from ${matchTag(database, tag, last + 1)} as found order by n limit ${sql.lit(pageSize)}`;
  return (await found.execute(queries)).rows.map(({ n }) => n);
};

/** Counts the tickets with a tag in the search index, where the job finds them. */
const countTickets = async (database: Pick<Database, 'search'>, queries: Queries, tag: string): Promise<number> => {
  const counted = sql<{ tickets: number }>`select count(*) as tickets from ${matchTag(database, tag, 1)} as found`;
  return Number((await counted.execute(queries)).rows[0]?.tickets);
};

/** Matches the tickets with a tag from a creation number on. */
const matchTag = ({ search }: Pick<Database, 'search'>, tag: string, from: number) =>
  search.matching({ phrases: [], facets: [[tagFacet(tag)]], between: [from, Number.MAX_SAFE_INTEGER] });
