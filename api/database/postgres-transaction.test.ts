import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { forEachEngine } from '../testing/engines.ts';
import { testProfile } from '../testing/postgres.ts';
import { addToCounters, incrementCounter, readCounter } from './counters.ts';
import type { CounterName } from './schema.ts';

forEachEngine(
  database => {
    const read = () => readCounter(database().read, 'tickets.changes');

    describe('a transaction on PostgreSQL', () => {
      // addToCounters does not wait for the response of PostgreSQL: see prepareWrite.
      it('resolves only after the commit of all writes, even of writes whose results were not awaited', async () => {
        const before = await read();
        await database().transaction(async writes => {
          await addToCounters(writes, [['tickets.changes', 2]]);
          await addToCounters(writes, [['tickets.changes', 3]]);
        });
        assert.equal(await read(), before + 5);
      });

      it('rolls back all writes when the last write fails, and throws its error', async () => {
        const before = await read();
        const failing = database().transaction(async writes => {
          await addToCounters(writes, [['tickets.changes', 1]]);
          // One statement may not update a row twice.
          await addToCounters(writes, [
            ['tickets.changes', 1],
            ['tickets.changes', 1],
          ]);
        });
        await assert.rejects(failing, { code: '21000' });
        assert.equal(await read(), before);
      });

      it('throws the error of the write that failed, not of the statement after it', async () => {
        const failing = database().transaction(async writes => {
          await addToCounters(writes, [
            ['tickets.changes', 1],
            ['tickets.changes', 1],
          ]);
          return incrementCounter(writes, 'tickets.changes');
        });
        await assert.rejects(failing, { code: '21000' });
      });

      it('rolls back and releases its connection when its work throws', async () => {
        const before = await read();
        const failing = database().transaction(async writes => {
          await addToCounters(writes, [['tickets.changes', 1]]);
          throw new Error('No.');
        });
        await assert.rejects(failing, { message: 'No.' });
        assert.equal(await read(), before);
        assert.equal(database().getLoad().busy, 0);
      });

      it('retries one of two transactions that deadlock', async () => {
        const bothLocked = Promise.withResolvers<void>();
        let attempts = 0;
        const increment = (first: CounterName, second: CounterName) =>
          database().transaction(async writes => {
            await incrementCounter(writes, first);
            if (++attempts === 2) bothLocked.resolve();
            await bothLocked.promise;
            await incrementCounter(writes, second);
          });
        const before = await read();
        await Promise.all([
          increment('tickets.changes', 'messages.changes'),
          increment('messages.changes', 'tickets.changes'),
        ]);
        assert.deepEqual([await read(), attempts], [before + 2, 3]);
      });

      const skip = testProfile === 'strict' && 'the strict profile makes up to 50 attempts';
      it('retries a transaction with conflicts up to five times, each time after at least 10 ms', {
        skip,
      }, async () => {
        const failTimes = async (failures: number) => {
          let attempts = 0;
          const fail = sql`do $$ begin raise exception using errcode = '40001'; end $$`;
          const outcome = await database()
            .transaction(async writes => {
              if (++attempts <= failures) await fail.execute(writes);
            })
            .catch((error: { code: string }) => error.code);
          return [attempts, outcome];
        };
        const start = performance.now();
        assert.deepEqual(await failTimes(5), [6, undefined]);
        assert.ok(performance.now() - start > 45);
        assert.deepEqual(await failTimes(6), [6, '40001']);
      });

      it('returns the results of concurrent statements in the order of the statements', async () => {
        const values = await database().transaction(writes =>
          Promise.all(Array.from({ length: 20 }, () => incrementCounter(writes, 'messages.changes'))),
        );
        assert.deepEqual(
          values,
          values.map((_, index) => (values[0] ?? 0) + index),
        );
      });

      it('begins before its first write, even if the write is its first statement', async () => {
        const [first, second] = await database().transaction(async writes => {
          const insert = incrementCounter(writes, 'gists.changes');
          const id = sql<{ id: string }>`select pg_current_xact_id()::text as id`;
          const before = id.execute(writes);
          await insert;
          return [(await before).rows, (await id.execute(writes)).rows];
        });
        assert.deepEqual(first, second);
      });
    });
  },
  { engines: ['postgres'] },
);
