import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { incrementCounter, readCounter } from '../../database/counters.ts';
import type { WriteTransaction } from '../../database/database.ts';
import { forEachEngine } from '../../testing/engines.ts';
import { createUnitOfWork, type UnitOfWork } from './unit-of-work.ts';

const counter = 'tickets.changes';
const count = async (writes: WriteTransaction) => void (await incrementCounter(writes, counter));

forEachEngine(database => {
  describe('batched changes', () => {
    let work: UnitOfWork;
    let before = 0;
    const countChanges = async () => (await readCounter(database().read, counter)) - before;

    beforeEach(async () => {
      work = createUnitOfWork(database());
      before = await readCounter(database().read, counter);
    });

    it('are applied when the callback has finished, not before', async () => {
      const during = await work.batch(async () => {
        await work.defer(count);
        await work.defer(count);
        return countChanges();
      });
      assert.deepEqual([during, await countChanges()], [0, 2]);
    });

    it('are dropped when the callback fails', async () => {
      const failing = work.batch(async () => {
        await work.defer(count);
        throw new Error('the callback failed');
      });
      await assert.rejects(failing, /the callback failed/);
      assert.equal(await countChanges(), 0);
    });

    it('are dropped when they are discarded; later changes are applied', async () => {
      await work.batch(async () => {
        await work.defer(count);
        await work.defer(count);
        work.discard();
        await work.defer(count);
      });
      assert.equal(await countChanges(), 1);
    });

    it('are applied completely or not at all', async () => {
      const failing = work.batch(async () => {
        await work.defer(count);
        await work.defer(() => Promise.reject(new Error('the change failed')));
      });
      await assert.rejects(failing, /the change failed/);
      assert.equal(await countChanges(), 0);
    });

    it('are applied before an immediate change, in its transaction, and before the callback of a transaction', async () => {
      await work.batch(async () => {
        await work.defer(count);
        assert.equal(await work.write(writes => incrementCounter(writes, counter)), before + 2);
        await work.defer(count);
        assert.equal(
          await work.runInTransaction(() => work.write(writes => incrementCounter(writes, counter))),
          before + 4,
        );
      });
      assert.equal(await countChanges(), 4);
    });

    it('can be read after a flush', async () => {
      await work.batch(async () => {
        await work.defer(count);
        await work.flush();
        assert.equal(await countChanges(), 1);
      });
      assert.equal(await countChanges(), 1);
    });

    it('belong to one request only', async () => {
      const open = Promise.withResolvers<void>();
      const batch = work.batch(() => work.defer(count).then(() => open.promise));
      await work.batch(() => work.defer(count));
      assert.equal(await countChanges(), 1);
      open.resolve();
      await batch;
      assert.equal(await countChanges(), 2);
    });

    it('are applied immediately outside a batch', async () => {
      await work.defer(count);
      assert.equal(await countChanges(), 1);
    });
  });
});
