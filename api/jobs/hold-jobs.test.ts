import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forEachEngine } from '../testing/engines.ts';
import { HoldConflictError, HoldLostError, holdJobs, isHeld } from './hold-jobs.ts';

const shared = { kind: 'collect_files', isExclusive: false } as const;
const exclusive = { kind: 'collect_files', isExclusive: true } as const;

forEachEngine(database => {
  describe('a hold of jobs', () => {
    const hold = async (options: typeof shared | typeof exclusive, work = async () => {}) =>
      holdJobs(database(), options, work);
    const endLeases = () =>
      database().transaction(async writes => {
        await writes.updateTable('jobs').set({ lease_until: 0 }).execute();
      });
    const countJobs = async () => (await database().read.selectFrom('jobs').select('n').execute()).length;

    it('allows a second hold, unless either hold is exclusive', async () => {
      await hold(shared, () => hold(shared));
      await hold(shared, () => assert.rejects(hold(exclusive), HoldConflictError));
      await hold(exclusive, () => assert.rejects(hold(shared), HoldConflictError));
      await hold(exclusive, () => assert.rejects(hold(exclusive), HoldConflictError));
      assert.deepEqual([await isHeld(database().read, 'collect_files'), await countJobs()], [false, 0]);
    });

    it('fails if its lease expired, even if no other process has started the job', async () => {
      await assert.rejects(hold(shared, endLeases), HoldLostError);
      // A suspended process does not delay other holds.
      const suspend = async () => {
        await endLeases();
        await hold(exclusive);
      };
      await assert.rejects(hold(exclusive, suspend), HoldLostError);
      const fail = async () => {
        throw new Error('The disk is full.');
      };
      await assert.rejects(hold(shared, fail), /The disk is full/);
      assert.equal(await countJobs(), 0);
    });
  });
});
