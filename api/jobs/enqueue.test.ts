import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { forEachEngine } from '../testing/engines.ts';
import { enqueue } from './enqueue.ts';
import { createJobStore, LeaseLostError } from './job-store.ts';

const kind = 'purge_expired';

forEachEngine(database => {
  const now = 1_000_000;
  const store = () => createJobStore(database(), () => now);
  const put = (key: string | undefined, runAt: number) =>
    database().transaction(writes => enqueue(writes, kind, { ...(key !== undefined && { key }), runAt }));
  const read = () => database().read.selectFrom('jobs').selectAll().orderBy('n').execute();
  const claim = async (token: string, limit = 1) => (await store().claim(kind, token, limit)).map(({ key }) => key);
  const firstLease = async (token: string) => ({ n: (await read())[0]?.n ?? 0, token });

  beforeEach(() => database().transaction(writes => writes.deleteFrom('jobs').execute()));

  describe('enqueue', () => {
    it('stores a job only if its transaction commits', async () => {
      const rolledBack = database().transaction(async writes => {
        await enqueue(writes, kind);
        throw new Error('Something else failed.');
      });
      await assert.rejects(rolledBack, /Something else/);
      assert.deepEqual(await read(), []);
      await database().transaction(writes => enqueue(writes, kind, { payload: { mail_id: '7' } }));
      const [job, ...others] = await read();
      assert.deepEqual([job?.payload, job?.state, job?.id, others], ['{"mail_id":"7"}', 0, String(job?.n), []]);
      assert.ok(Math.abs((job?.run_at ?? 0) - Date.now()) < 60_000, 'due now by the clock of the store');
    });

    it('moves a waiting job with the same key to the earlier time', async () => {
      for (const runAt of [now + 5, now + 9, now + 2, now + 4]) await put('a', runAt);
      await put('b', now + 3);
      await put(undefined, now + 1);
      await put(undefined, now + 1);
      assert.deepEqual(
        (await read()).map(({ key, run_at }) => [key, run_at - now]),
        [
          ['a', 2],
          ['b', 3],
          [null, 1],
          [null, 1],
        ],
      );
    });

    it('uses the earlier time if a running job is enqueued again and then postponed', async () => {
      for (const [again, postponed, runAt] of [
        [now + 6, now + 9, now + 6],
        [now + 9, now + 6, now + 6],
      ] as const) {
        await database().transaction(writes => writes.deleteFrom('jobs').execute());
        await put('a', now);
        await claim('first');
        await put('a', again);
        await store().postpone(await firstLease('first'), postponed);
        const [job] = await read();
        assert.deepEqual([job?.state, job?.run_at, job?.again, job?.attempts], [0, runAt, 0, 0]);
      }
    });

    it('uses the earlier time if a running job is enqueued again and then fails', async () => {
      for (const [again, delay, expected] of [
        [now + 6, 9, { run_at: now + 6, again: 0, attempts: 0 }],
        [now + 9, 6, { run_at: now + 6, again: now + 9, attempts: 1 }],
      ] as const) {
        await database().transaction(writes => writes.deleteFrom('jobs').execute());
        await put('a', now);
        await claim('first');
        await put('a', again);
        await store().retry(await firstLease('first'), delay, 'It failed.', true);
        assert.partialDeepStrictEqual(await read(), [{ state: 0, last_error: 'It failed.', ...expected }]);
      }
    });

    it('lets a running job run once more, at the earliest time for which it was enqueued', async () => {
      await put('a', now);
      assert.deepEqual(await claim('first'), ['a']);
      for (const runAt of [now + 9, now + 6, now + 7]) await put('a', runAt);
      assert.deepEqual(await claim('second'), [], 'still running');
      const lease = await firstLease('first');
      await database().transaction(writes => store().finish(writes, lease));
      const [job] = await read();
      assert.deepEqual([job?.state, job?.run_at, job?.again, job?.attempts, job?.lease_by], [0, now + 6, 0, 0, null]);
    });

    it('restarts a dead job', async () => {
      await put('a', now);
      await claim('first');
      await store().abandon(await firstLease('first'), 'It failed.');
      assert.deepEqual([(await read())[0]?.state, await claim('second')], [2, []]);
      await put('a', now);
      assert.deepEqual([(await read())[0]?.attempts, await claim('third')], [0, ['a']]);
    });

    it('rejects a payload above 4 KiB', async () => {
      const large = database().transaction(writes => enqueue(writes, kind, { payload: { text: 'x'.repeat(4096) } }));
      await assert.rejects(large, RangeError);
    });
  });

  describe('a claim', () => {
    it('starts due jobs once each, the job that has been due longest first', async () => {
      for (const [key, delay] of [
        ['c', -1],
        ['later', 1],
        ['a', -9],
        ['b', -5],
      ] as const)
        await put(key, now + delay);
      assert.deepEqual(await claim('one', 2), ['a', 'b']);
      assert.deepEqual(await claim('two', 8), ['c']);
      assert.deepEqual(await claim('three', 8), []);
    });

    it('starts at most as many jobs as requested, even if PostgreSQL plans nested loops', async () => {
      for (let n = 0; n < 30; n++) await put(`${n}`, now);
      const transaction: Database['transaction'] = work =>
        database().transaction(async writes => {
          const methods = ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material', 'indexscan', 'bitmapscan'];
          if (database().engine === 'postgres')
            await sql.raw(methods.map(method => `set local enable_${method} = off`).join(';')).execute(writes);
          return work(writes);
        });
      const planned = createJobStore({ transaction, read: database().read }, () => now);
      assert.deepEqual(
        (await planned.claim(kind, 'token', 3)).map(({ key }) => key),
        ['0', '1', '2'],
      );
    });

    it('by 20 processes at the same time starts no job twice', async () => {
      for (let n = 0; n < 50; n++) await put(undefined, now - n);
      const tokens = Array.from({ length: 20 }, (_, index) => `process ${index}`);
      const claimed = await Promise.all(tokens.map(token => store().claim(kind, token, 4)));
      const numbers = claimed.flat().map(({ n }) => n);
      assert.equal(new Set(numbers).size, numbers.length);
      assert.ok(numbers.length >= 20, `${numbers.length} claimed`);
      for (const { attempts } of claimed.flat()) assert.equal(attempts, 1);
    });

    it('takes over a job whose lease has expired; the effect of the first process is not stored', async () => {
      await put('a', now);
      await claim('first');
      const later = createJobStore(database(), () => now + 60_001);
      const [row] = await later.claim(kind, 'second', 1);
      assert.equal(row?.attempts, 2);
      const finished = database().transaction(async writes => {
        await store().finish(writes, { n: row?.n ?? 0, token: 'first' });
        await enqueue(writes, kind, { key: 'effect' });
      });
      await assert.rejects(finished, LeaseLostError);
      assert.deepEqual(await later.renew([{ n: row?.n ?? 0, token: 'first' }]), new Set());
      assert.deepEqual(await later.renew([{ n: row?.n ?? 0, token: 'second' }]), new Set([row?.n]));
      assert.equal((await read()).length, 1);
    });

    it('uses the clock of the store', async () => {
      const real = createJobStore(database());
      await put('due', Date.now() - 60_000);
      await put('later', Date.now() + 60_000);
      const rows = await real.claim(kind, 'token', 8);
      assert.deepEqual(
        rows.map(({ key }) => key),
        ['due'],
      );
      assert.ok(Math.abs((rows[0]?.lease_until ?? 0) - Date.now() - 60_000) < 30_000);
      const firsts = await real.createFindFirst([kind, 'purge_sign_ins'])();
      assert.deepEqual(
        firsts.map(({ kind: found, run_at, now: time }) => [found, run_at > time]),
        [[kind, true]],
      );
    });
  });
});
