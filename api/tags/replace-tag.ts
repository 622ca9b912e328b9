import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Actor } from '../database/change-log.ts';
import type { Database, Queries, WriteTransaction } from '../database/database.ts';
import { tagFacet } from '../database/facets.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { doublingBackoff, type Handler, type JobContext, retryAt } from '../jobs/handler.ts';
import type { TagRow } from './representation.ts';
import type { TagStore } from './store.ts';

/** What the job needs from other folders. */
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

/** The number of tickets that one search finds. */
const pageSize = 10_000;

/** Larger transactions make requests wait noticeably: SQLite runs in their process, and merges parts of its index. */
const batchSize = 5;

/** The pause after a transaction, in durations of that transaction. On SQLite requests wait for it. */
const pauseFactors: Record<Database['engine'], number> = { sqlite: 4, postgres: 1 };

/** How long the job waits if a ticket got the tag since the last search. */
const repeatMilliseconds = 1000;

/**
 * Creates the handler that removes a tag from its tickets, or replaces it by another one: see the removal of the tag.
 * It finds tickets until none has the tag, so it continues after a crash, and changes tickets that get it meanwhile.
 * The removal ends before the job, in its own transaction: merges lock the tag before the job.
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
    const { hasEnded, ...counts } = await finish(tags, id, changed, context);
    if (counts.counted !== counts.tickets)
      log.warn(
        { tag: id, ...counts },
        'the count of a tag was wrong and is corrected; check the others ("desk check")',
      );
    if (!hasEnded) throw retryAt(clock() + repeatMilliseconds);
    return undefined;
  },
});

/**
 * Ends the removal of a tag that no ticket has. If a whole pass found no ticket, but the tag counts some, they are
 * counted again: while the tag is locked, no ticket gets or loses it.
 */
const finish = (tags: ReplaceTagDependencies['tags'], id: string, changed: number, { database, clock }: JobContext) =>
  database.transaction(async writes => {
    const tag = await tags.find(writes, id);
    if (tag === null) return { hasEnded: true, counted: 0, tickets: 0 };
    const isWrong = changed === 0 && tag.tickets !== 0;
    const tickets = isWrong ? await countTickets(database, writes, id) : tag.tickets;
    return { hasEnded: await tags.finishRemoval(writes, tag, tickets, clock()), counted: tag.tickets, tickets };
  });

/** Enqueues the jobs of removals that have none: after a restore, or if an administrator discarded them. */
const ensureRemovals = async ({ read, transaction }: Database): Promise<void> => {
  const rows = await read.selectFrom('tags').select('id').where('removing', '=', 1).execute();
  if (rows.length === 0) return;
  await transaction(async writes => {
    for (const { id } of rows) await enqueue(writes, 'replace_tag', { key: id, payload: { tag: id } });
  });
};

/** Changes all tickets with the tag, in their creation order and in small transactions. @returns their number */
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

/** Finds the first tickets with a tag after a creation number. */
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

/** Counts the tickets with a tag that the search index has, as the job finds only these. */
const countTickets = async (database: Pick<Database, 'search'>, queries: Queries, tag: string): Promise<number> => {
  const counted = sql<{ tickets: number }>`select count(*) as tickets from ${matchTag(database, tag, 1)} as found`;
  return Number((await counted.execute(queries)).rows[0]?.tickets);
};

/** Matches the tickets with a tag from a creation number on. */
const matchTag = ({ search }: Pick<Database, 'search'>, tag: string, from: number) =>
  search.matching({ phrases: [], facets: [[tagFacet(tag)]], between: [from, Number.MAX_SAFE_INTEGER] });
