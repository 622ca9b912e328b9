import { sql } from 'kysely';
import type { Queries, Writes } from './database.ts';
import type { CounterName } from './schema.ts';

/** Ids from here on are words, not numbers: they do not move the counter. */
const maxDecimal = 2 ** 31;

/** The kinds whose ids the server chooses. */
export type NumberedKind = 'ticket' | 'message' | 'gist' | 'person' | 'view';

/** Adds `by` to a counter and returns its new value. The row stays locked until the transaction ends. */
export const advance = async (writes: Writes, name: CounterName, by = 1): Promise<number> => {
  const row = await writes
    .insertInto('counters')
    .values({ name, value: by })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value: sql`counters.value + ${by}` }))
    .returning('value')
    .executeTakeFirstOrThrow();
  return row.value;
};

/** The next decimal id of a kind, as text. */
export const nextId = async (writes: Writes, kind: NumberedKind): Promise<string> =>
  String(await advance(writes, `${kind}.id`));

/** Moves a kind's counter past an id that a caller chose, so that the server never gives it out again. */
export const passId = async (writes: Writes, kind: NumberedKind, id: string): Promise<void> => {
  const number = /^[1-9][0-9]{0,9}$/.test(id) ? Number(id) : 0;
  if (number === 0 || number >= maxDecimal) return;
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

/** How often a collection has changed: the validator of its lists. */
export const changesOf = async (queries: Queries, name: CounterName): Promise<number> => {
  const row = await queries.selectFrom('counters').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value ?? 0;
};
