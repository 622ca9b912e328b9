import { type RawBuilder, sql } from 'kysely';
import { type ResourceName, resources } from '#contract/resources';
import type { Queries, WriteTransaction } from './database.ts';
import { prepareQuery, prepareWrite } from './prepare-query.ts';
import type { CounterName } from './schema.ts';

/** This id and larger ids do not advance the counter when a caller chooses them. */
export const firstUncountedId = 2 ** 31;

/** Adds `amount` to a counter and returns its new value. The row stays locked until the transaction ends. */
export const incrementCounter = async (writes: WriteTransaction, name: CounterName, amount = 1): Promise<number> => {
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

/** An amount to add to a counter. */
export type CounterChange = readonly [CounterName, number];

/** Adds to several counters in one statement, which locks them in the order of `changes`. */
export const addToCounters = async (writes: WriteTransaction, changes: readonly CounterChange[]): Promise<void> => {
  const values = Object.fromEntries(
    changes.flatMap(([name, amount], index) => [
      [`name${index}`, name],
      [`amount${index}`, amount],
    ]),
  );
  await getAddition(changes.length)(writes, values);
};

type Addition = ReturnType<typeof prepareWrite<Record<string, CounterName | number>>>;

const additions = new Map<number, Addition>();

/** Returns the prepared statement for this number of counters. */
const getAddition = (length: number): Addition => {
  const prepared = additions.get(length) ?? prepareAddition(length);
  additions.set(length, prepared);
  return prepared;
};

const prepareAddition = (length: number): Addition =>
  prepareWrite((queries, value) =>
    queries
      .insertInto('counters')
      .values(
        Array.from({ length }, (_, index) => ({
          name: value(`name${index}`) as RawBuilder<CounterName>,
          value: value(`amount${index}`) as RawBuilder<number>,
        })),
      )
      .onConflict(conflict => conflict.column('name').doUpdateSet({ value: sql`counters.value + excluded.value` })),
  );

/**
 * Returns the next decimal id of a resource type. It was never used before, not even by a deleted resource.
 * @param takeReserved takes a number that the counter has already passed; null if no number is reserved
 */
export const nextId = async (
  writes: WriteTransaction,
  kind: ResourceName,
  takeReserved: () => number | null = () => null,
): Promise<string> => {
  for (;;) {
    const reserved = takeReserved();
    const number = reserved ?? (await incrementCounter(writes, `${kind}.id`));
    // Smaller ids that callers chose have advanced the counter. Reserved and larger ids may already be in use.
    const isNew = reserved === null && number < firstUncountedId;
    if (isNew || !(await isIdUsed(writes, kind, String(number)))) return String(number);
  }
};

const isIdUsed = async (writes: WriteTransaction, kind: ResourceName, id: string): Promise<boolean> => {
  const { collection, parent } = resources[kind];
  const rows = writes.selectFrom(collection).select('id').where('id', '=', id).limit(1);
  // The key starts with the id of the parent, if any.
  const tombstones = writes
    .selectFrom('tombstones')
    .select('key')
    .where(sql<string>`kind`, '=', kind)
    .where('key', parent === null ? '=' : 'like', parent === null ? id : `%/${id}`)
    .limit(1);
  const found = await Promise.all([rows.execute(), tombstones.execute()]);
  return found.flat().length > 0;
};

/** Advances the counter past an id that a caller chose. The server then never assigns the id. */
export const reserveId = async (writes: WriteTransaction, kind: ResourceName, id: string): Promise<void> => {
  const number = /^[1-9][0-9]{0,9}$/.test(id) ? Number(id) : 0;
  if (number === 0 || number >= firstUncountedId) return;
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

/** Returns the value of a counter. Lists use the counter of their changes as validator (ETag). */
export const readCounter = async (queries: Queries, name: CounterName): Promise<number> => {
  const [row] = await selectCounter(queries, { name });
  return row?.value ?? 0;
};

const selectCounter = prepareQuery<{ name: CounterName }, { value: number }>((queries, value) =>
  queries.selectFrom('counters').select('value').where('name', '=', value('name')),
);
