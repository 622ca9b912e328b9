import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { forEachEngine } from '../testing/engines.ts';
import { incrementCounter } from './counters.ts';
import { maxConnections } from './postgres-pool.ts';
import type { Queries } from './queries.ts';

forEachEngine(database => {
  const readCounters = (queries: Queries, names: readonly string[]) =>
    queries
      .selectFrom('counters')
      .select(['name', 'value'])
      .where('name', 'in', names as 'ticket.id'[])
      .orderBy('name', 'desc')
      .execute();

  it('readTogether returns the rows of each read in the order of its query', async () => {
    await database().transaction(async writes => {
      await incrementCounter(writes, 'ticket.id', 5);
      await incrementCounter(writes, 'message.id', 2 ** 40);
    });
    const [both, none, text] = await database().readTogether(queries =>
      Promise.all([
        readCounters(queries, ['message.id', 'ticket.id']),
        readCounters(queries, ['view.id']),
        sql<{ text: string; missing: null }>`select ${'"it’s"\n$1'} as text, null as missing`.execute(queries),
      ]),
    );
    assert.deepEqual(both, [
      { name: 'ticket.id', value: 5 },
      { name: 'message.id', value: 2 ** 40 },
    ]);
    assert.deepEqual(none, []);
    assert.deepEqual(
      [...text.rows].map(row => ({ ...row })),
      [{ text: '"it’s"\n$1', missing: null }],
    );
  });

  it('readTogether uses one snapshot for all reads that start together', async () => {
    const read = () =>
      database().readTogether(queries =>
        Promise.all([readCounters(queries, ['gist.id', 'person.id']), readCounters(queries, ['gist.id', 'person.id'])]),
      );
    const write = () =>
      database().transaction(async writes => {
        await incrementCounter(writes, 'gist.id');
        await incrementCounter(writes, 'person.id');
      });
    const results = await Promise.all(Array.from({ length: 20 }, () => [read(), write()] as const).flat());
    for (const result of results) if (Array.isArray(result)) assert.deepEqual(result[0], result[1]);
  });

  it('readTogether rejects a failing read, and reads again afterwards', async () => {
    await database().readTogether(async queries => {
      const results = await Promise.allSettled([
        readCounters(queries, ['ticket.id']),
        sql`select * from missing_table`.execute(queries),
      ]);
      assert.equal(results[1].status, 'rejected');
      assert.equal((await readCounters(queries, ['ticket.id'])).length, 1);
    });
  });
});

forEachEngine(
  database => {
    it('readTogether runs equal reads only once if they wait for a connection', async () => {
      const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
      const writing = Array.from({ length: maxConnections }, () => database().transaction(() => finished));
      while (database().getLoad().busy < maxConnections) await setImmediate();
      const read = () => database().readTogether(queries => sql`select random()`.execute(queries));
      const waiting = [read(), read(), read()];
      await setImmediate();
      finish();
      const [first, ...others] = await Promise.all(waiting);
      assert.deepEqual(others, [first, first]);
      assert.notDeepEqual(await read(), first);
      await Promise.all(writing);
    });
  },
  { engines: ['postgres'] },
);
