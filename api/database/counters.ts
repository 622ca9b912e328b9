import { sql } from 'kysely';
import type { Queries, Writes } from './database.ts';
import { prepared } from './prepared.ts';
import type { CounterName } from './schema.ts';

/** Ids from here on are words, not numbers: they do not move the counter. */
export const maxDecimal = 2 ** 31;

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

/** The next decimal id of a kind, as text: one that nothing has, nor had. */
export const nextId = async (writes: Writes, kind: NumberedKind): Promise<string> => {
  for (;;) {
    const number = await advance(writes, `${kind}.id`);
    // Smaller ones that callers chose have moved the counter; from here on they may stand in its way.
    if (number < maxDecimal || !(await isTaken(writes, kind, String(number)))) return String(number);
  }
};

const tables = { ticket: 'tickets', message: 'messages', gist: 'gists', person: 'people', view: 'views' } as const;

const isTaken = async (writes: Writes, kind: NumberedKind, id: string): Promise<boolean> => {
  const holder = await writes.selectFrom(tables[kind]).select('id').where('id', '=', id).executeTakeFirst();
  if (holder !== undefined) return true;
  // Of whatever kind, one number too many skipped costs nothing; a message is buried under its ticket's id and its own.
  const late = await writes
    .selectFrom('tombstones')
    .select('key')
    .where('key', 'like', kind === 'message' ? `%/${id}` : id)
    .executeTakeFirst();
  return late !== undefined;
};

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
  const [row] = await counterNamed(queries, { name });
  return row?.value ?? 0;
};

const counterNamed = prepared<{ name: CounterName }, { value: number }>((queries, value) =>
  queries.selectFrom('counters').select('value').where('name', '=', value('name')),
);
