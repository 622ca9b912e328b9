import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { advance, changesOf } from '../../database/counters.ts';
import type { Writes } from '../../database/database.ts';
import { forEachEngine } from '../../testing/engines.ts';
import { createUnitOfWork, type UnitOfWork } from './unit-of-work.ts';

const counter = 'tickets.changes';
const count = async (writes: Writes) => void (await advance(writes, counter));

forEachEngine(database => {
  describe('changes that are gathered', () => {
    let work: UnitOfWork;
    let before = 0;
    const made = async () => (await changesOf(database().read, counter)) - before;

    beforeEach(async () => {
      work = createUnitOfWork(database());
      before = await changesOf(database().read, counter);
    });

    it('are all made when the work is done, and not before', async () => {
      const under = await work.gather(async () => {
        await work.later(count);
        await work.later(count);
        return made();
      });
      assert.deepEqual([under, await made()], [0, 2]);
    });

    it('are not made when the work fails', async () => {
      const failing = work.gather(async () => {
        await work.later(count);
        throw new Error('the work failed');
      });
      await assert.rejects(failing, /the work failed/);
      assert.equal(await made(), 0);
    });

    it('are made all or none', async () => {
      const failing = work.gather(async () => {
        await work.later(count);
        await work.later(() => Promise.reject(new Error('the change failed')));
      });
      await assert.rejects(failing, /the change failed/);
      assert.equal(await made(), 0);
    });

    it('are made before one that does not wait, in the same transaction, and before a transaction is opened', async () => {
      await work.gather(async () => {
        await work.later(count);
        assert.equal(await work.write(writes => advance(writes, counter)), before + 2);
        await work.later(count);
        assert.equal(await work.whole(() => work.write(writes => advance(writes, counter))), before + 4);
      });
      assert.equal(await made(), 4);
    });

    it('can be read once they are settled', async () => {
      await work.gather(async () => {
        await work.later(count);
        await work.settle();
        assert.equal(await made(), 1);
      });
      assert.equal(await made(), 1);
    });

    it('are those of one request only', async () => {
      const open = Promise.withResolvers<void>();
      const waiting = work.gather(() => work.later(count).then(() => open.promise));
      await work.gather(() => work.later(count));
      assert.equal(await made(), 1);
      open.resolve();
      await waiting;
      assert.equal(await made(), 2);
    });

    it('are made at once where nobody gathers', async () => {
      await work.later(count);
      assert.equal(await made(), 1);
    });
  });
});
