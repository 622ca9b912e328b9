import { deepEqual, equal, rejects } from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { advance } from '../database/counters.ts';
import type { Progress } from '../progress.ts';
import { forEachEngine } from '../testing/engines.ts';
import { count, expectConsistent } from '../testing/expect-consistent.ts';
import { bulkInsert, NobodyToAssign } from './bulk-insert.ts';
import { loadSample } from './load-sample.ts';

const now = Date.UTC(2026, 10, 20, 10, 12);

describe('bulk insert', () => {
  forEachEngine(database => {
    it('says so when there is nobody to assign tickets to', async () => {
      await rejects(bulkInsert(database(), { tickets: 10, seed: 1, now }), NobodyToAssign);
      equal(await count(database(), 'tickets'), 0);
    });
  });

  forEachEngine((database, openAgain) => {
    const progress: Progress[] = [];
    let doneMeanwhile = 0;
    let there = 0;

    before(async () => {
      await loadSample(database(), now);
      there = await count(database(), 'tickets');
      const other = openAgain();
      let written: Promise<void> | undefined;
      const write = async () => {
        await other.transaction(writes => advance(writes, 'people.changes'));
        doneMeanwhile = progress.at(-1)?.done ?? 0;
      };
      const onProgress = (step: Progress) => {
        progress.push(step);
        written ??= write();
      };
      await bulkInsert(database(), { tickets: 1500, seed: 1, now, onProgress });
      await written;
      await other.close();
    });

    it('adds exactly as many as it was asked for', async () => {
      equal(await count(database(), 'tickets'), there + 1500);
    });

    it('continues after the highest number, without a gap', async () => {
      const rows = await database().read.selectFrom('tickets').select('id').orderBy('n').execute();
      const added = rows.slice(there).map(({ id }) => Number(id));
      deepEqual(
        added,
        Array.from(added, (_, index) => 1055 + index),
      );
    });

    it('keeps every limit of the contract, every derived column, the counters and the search', () =>
      expectConsistent(database()));

    it('tells how far it is, up to the end', () => {
      const steps = progress.map(({ done }) => done);
      deepEqual(
        steps,
        steps.toSorted((a, b) => a - b),
      );
      deepEqual(progress.at(-1), { done: 1500, total: 1500 });
    });

    it('lets another writer in between', () => equal(doneMeanwhile < 1500, true));
  });
});
