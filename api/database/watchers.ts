import { sql } from 'kysely';
import type { Actor } from './change-log.ts';
import type { CounterChange } from './counters.ts';
import type { Queries, WriteTransaction } from './database.ts';
import { prepareQuery } from './prepare-query.ts';

/**
 * Adds the people who take part in a ticket to its watchers. The caller must have locked the ticket. Mentioned people
 * watch the ticket again even if they stopped by hand. Does nothing for silent changes and for changes without a
 * client.
 * @returns the counters to advance, sorted by name
 */
export const addWatches = async (
  writes: WriteTransaction,
  ticketN: number,
  { people = [], mentioned = [] }: { people?: readonly string[]; mentioned?: readonly string[] },
  { clientId, isSilent = false, now }: Actor,
): Promise<CounterChange[]> => {
  if (clientId === null || isSilent) return [];
  const counters: CounterChange[] = [];
  for (const personId of [...new Set([...people, ...mentioned])].sort()) {
    const isStarted = await startWatching(writes, { ticketN, personId, isForced: mentioned.includes(personId), now });
    if (isStarted) counters.push([`watching.${personId}`, 1]);
  }
  return counters;
};

/**
 * Makes a person watch a ticket. A person who stopped by hand watches it again only if `isForced` is true.
 * @returns false if nothing changes
 */
export const startWatching = async (
  writes: WriteTransaction,
  { ticketN, personId, isForced, now }: { ticketN: number; personId: string; isForced: boolean; now: number },
): Promise<boolean> =>
  (await saveWatch(writes, { ticket_n: ticketN, person_id: personId, forced: isForced ? 1 : 0, now })).length > 0;

/** Stops a person's watch of a ticket, at the person's request. @returns false if nothing changes */
export const stopWatching = async (writes: WriteTransaction, ticketN: number, personId: string): Promise<boolean> => {
  const { numUpdatedRows } = await writes
    .updateTable('watchers')
    .set({ watching: 0 })
    .where('person_id', '=', personId)
    .where('ticket_n', '=', ticketN)
    .where('watching', '=', 1)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

type WatchValues = { ticket_n: number; person_id: string; forced: number; now: number };

/** Starts a stopped watch again only if `forced` is 1. */
const saveWatch = prepareQuery<WatchValues, { ticket_n: number }>((writes, value) =>
  writes
    .insertInto('watchers')
    .values({
      person_id: value('person_id'),
      ticket_n: value('ticket_n'),
      watching: 1,
      created_at: value('now'),
    })
    .onConflict(conflict =>
      conflict
        .columns(['person_id', 'ticket_n'])
        .doUpdateSet({ watching: 1, created_at: sql`excluded.created_at` })
        .where('watchers.watching', '=', 0)
        .where(sql<boolean>`cast(${value('forced')} as smallint) = 1`),
    )
    .returning('ticket_n'),
);

/** Lists the enabled people who watch a ticket, in the order in which they started. */
export const readWatchers = (queries: Queries, ticketN: number): Promise<{ person_id: string; name: string }[]> =>
  queries
    .selectFrom('watchers')
    .innerJoin('people', 'people.id', 'watchers.person_id')
    .select(['watchers.person_id', 'people.name'])
    .where('watchers.ticket_n', '=', ticketN)
    .where('watching', '=', 1)
    .where('people.disabled', '=', 0)
    .orderBy('watchers.created_at')
    .orderBy('people.n')
    .execute();

/** Returns whether a person watches a ticket. */
export const isWatching = async (queries: Queries, ticketN: number, personId: string): Promise<boolean> => {
  const watches = queries.selectFrom('watchers').select('ticket_n').where('person_id', '=', personId);
  return (await watches.where('ticket_n', '=', ticketN).where('watching', '=', 1).executeTakeFirst()) !== undefined;
};
