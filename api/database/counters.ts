import { sql } from 'kysely';
import { type ResourceName, resources } from '#contract/resources';
import type { Queries, Writes } from './database.ts';
import { prepareQuery } from './prepare-query.ts';
import type { CounterName } from './schema.ts';

/** Larger ids that a caller chooses do not advance the counter. */
export const maxCountedId = 2 ** 31;

/** Adds `amount` to a counter and returns its new value. The row stays locked until the transaction ends. */
export const incrementCounter = async (writes: Writes, name: CounterName, amount = 1): Promise<number> => {
  const [row] = await addToCounter(writes, { name, amount });
  return row?.value ?? 0;
};

const addToCounter = prepareQuery<{ name: CounterName; amount: number }, { value: number }>((queries, value) =>
  queries
    .insertInto('counters')
    .values({ name: value('name'), value: value('amount') })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value: sql`counters.value + excluded.value` }))
    .returning('value'),
);

/** Returns the next decimal id of a resource type. It was never used before, not even by a deleted resource. */
export const nextId = async (writes: Writes, kind: ResourceName): Promise<string> => {
  for (;;) {
    const number = await incrementCounter(writes, `${kind}.id`);
    // Smaller ids that callers chose have advanced the counter; larger ones may already be in use.
    if (number < maxCountedId || !(await isIdUsed(writes, kind, String(number)))) return String(number);
  }
};

const isIdUsed = async (writes: Writes, kind: ResourceName, id: string): Promise<boolean> => {
  const row = await writes.selectFrom(resources[kind].collection).select('id').where('id', '=', id).executeTakeFirst();
  if (row !== undefined) return true;
  // Matches tombstones of every kind: skipping a number costs nothing. The key starts with the id of the parent, if any.
  const tombstone = await writes
    .selectFrom('tombstones')
    .select('key')
    .where('key', 'like', resources[kind].parent === null ? id : `%/${id}`)
    .executeTakeFirst();
  return tombstone !== undefined;
};

/** Advances the counter past an id that a caller chose, so that the server never assigns it. */
export const reserveId = async (writes: Writes, kind: ResourceName, id: string): Promise<void> => {
  const number = /^[1-9][0-9]{0,9}$/.test(id) ? Number(id) : 0;
  if (number === 0 || number >= maxCountedId) return;
  await writes
    .insertInto('counters')
    .values({ name: `${kind}.id`, value: number })
    .onConflict(conflict =>
      conflict
        .column('name')
        .doUpdateSet({ value: sql`case when counters.value < ${number} then ${number} else counters.value end` }),
    )
    .execute();
};

/** Returns how often a collection has changed; lists use it as their validator (ETag). */
export const getChangeCount = async (queries: Queries, name: CounterName): Promise<number> => {
  const [row] = await selectCounter(queries, { name });
  return row?.value ?? 0;
};

const selectCounter = prepareQuery<{ name: CounterName }, { value: number }>((queries, value) =>
  queries.selectFrom('counters').select('value').where('name', '=', value('name')),
);
