import { sql } from 'kysely';
import { z } from 'zod';
import type { CounterChange } from './counters.ts';
import { prepareWrite } from './prepare-query.ts';
import type { Queries, WriteTransaction } from './queries.ts';

/** The change in the number of tickets, by tag. */
export type TagChanges = ReadonlyMap<string, number>;

/** Compares the tags of a ticket before and after a change. */
export const compareTags = (before: readonly string[], after: readonly string[]): TagChanges =>
  new Map([
    ...before.filter(tag => !after.includes(tag)).map(tag => [tag, -1] as const),
    ...after.filter(tag => !before.includes(tag)).map(tag => [tag, 1] as const),
  ]);

/** Replaces a tag in a list, or removes it (`into` is null). No tag is repeated. */
export const replaceTag = (tags: readonly string[], tag: string, into: string | null): string[] => [
  ...new Set(tags.flatMap(each => (each === tag ? (into ?? []) : each))),
];

/**
 * Updates the ticket counts of tags, in the transaction of the tickets. Locks the tags until the transaction ends, in
 * the order of their names, which prevents deadlocks. Call it after the transaction has locked its tickets.
 * @returns the counters to advance
 */
export const countTags = async (
  writes: WriteTransaction,
  changes: TagChanges,
  now: number,
): Promise<CounterChange[]> => {
  const changed = [...changes].filter(([, amount]) => amount !== 0);
  if (changed.length === 0) return [];
  for (const [id, amount] of changed.sort(([left], [right]) => (left < right ? -1 : 1)))
    await changeCount(writes, { id, amount, now });
  return [['tags.changes', changed.length]];
};

/** Changes the ticket count of a tag. Adds a missing tag; a deleted tag continues its version (see `TagTable`). */
const changeCount = prepareWrite<{ id: string; amount: number; now: number }>((writes, value) =>
  writes
    .insertInto('tags')
    .values({
      id: value('id'),
      version: 1,
      created_at: value('now'),
      updated_at: value('now'),
      description: '',
      tickets: value('amount'),
      ...noRemoval,
    })
    .onConflict(conflict =>
      conflict.column('id').doUpdateSet({
        version: sql`tags.version + 1`,
        updated_at: sql`excluded.updated_at`,
        tickets: sql`tags.tickets + excluded.tickets`,
        deleted: sql`case when excluded.tickets > 0 then 0 else tags.deleted end`,
      }),
    ),
);

/** The columns of a tag that is not being removed. */
export const noRemoval = {
  removing: 0,
  merged_into: null,
  removal_total: 0,
  removed_by: null,
  removed_with: null,
  deleted: 0,
};

/** The number of tickets with a tag, and when the first and last were created. */
export type TagUse = { tickets: number; first: number; last: number };

/** Reads the use of every tag from the tickets, which share few combinations of tags. */
export const readTagUse = async (queries: Queries): Promise<Map<string, TagUse>> => {
  const { rows } = await sql<TagUse & { tags: string }>`
    select tags, count(*) as tickets, min(created_at) as first, max(created_at) as last
    from tickets group by tags`.execute(queries);
  const uses = new Map<string, TagUse>();
  for (const { tags, tickets, first, last } of rows) {
    for (const tag of parseTags(tags)) {
      const use = uses.get(tag) ?? { tickets: 0, first, last };
      uses.set(tag, {
        tickets: use.tickets + tickets,
        first: Math.min(use.first, first),
        last: Math.max(use.last, last),
      });
    }
  }
  return uses;
};

const tagList = z.array(z.string());

/** Parses the tags of a ticket; none if they are malformed. */
const parseTags = (text: string): string[] => {
  try {
    return tagList.safeParse(JSON.parse(text)).data ?? [];
  } catch {
    return [];
  }
};
