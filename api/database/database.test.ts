import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine } from '../testing/engines.ts';
import { incrementCounter, readCounter } from './counters.ts';
import type { Queries } from './database.ts';

forEachEngine((database, openAgain) => {
  it('a transaction that throws is rolled back', async () => {
    await assert.rejects(
      database().transaction(async writes => {
        await incrementCounter(writes, 'tickets.changes');
        throw new Error('changed my mind');
      }),
      /changed my mind/,
    );
    assert.equal(await readCounter(database().read, 'tickets.changes'), 0);
  });

  it('concurrent increments from two connections all count', async () => {
    const other = openAgain();
    const writes = Array.from({ length: 40 }, (_, index) =>
      (index % 2 === 0 ? database() : other).transaction(queries => incrementCounter(queries, 'gists.changes')),
    );
    const values = await Promise.all(writes);
    await other.close();
    assert.deepEqual(
      values.sort((left, right) => left - right),
      Array.from({ length: 40 }, (_, index) => index + 1),
    );
  });

  it('a snapshot ignores concurrent writes and rejects its own writes', async () => {
    const changes = (queries: Queries) => readCounter(queries, 'views.changes');
    const advanceOnce = () => database().transaction(writes => incrementCounter(writes, 'views.changes'));
    await database().snapshot(async queries => {
      const before = await changes(queries);
      await advanceOnce();
      assert.equal(await changes(queries), before);
      assert.equal(await changes(database().read), before + 1);
    });
    const write = database().snapshot(queries => queries.deleteFrom('counters').execute());
    await assert.rejects(write, /read-?only/i);
    assert.equal(await changes(database().read), 1);
  });

  it('PostgreSQL is saturated when as many callers wait as the pool has connections; SQLite never is', async () => {
    assert.equal(database().isSaturated(), false);
    const free = Promise.withResolvers<void>();
    const held = Array.from({ length: 20 }, () => database().snapshot(() => free.promise));
    assert.equal(database().isSaturated(), database().engine === 'postgres');
    free.resolve();
    await Promise.all(held);
    assert.equal(database().isSaturated(), false);
  });
});
