import { deepEqual, equal, rejects } from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { incrementCounter } from '../database/counters.ts';
import type { Progress } from '../progress.ts';
import { forEachEngine } from '../testing/engines.ts';
import { countTableRows, expectConsistent } from '../testing/expect-consistent.ts';
import { bulkInsert, NoAgentError } from './bulk-insert.ts';
import { loadSample } from './load-sample.ts';

const now = Date.UTC(2026, 10, 20, 10, 12);

describe('bulk insert', () => {
  forEachEngine(database => {
    it('rejects with NoAgentError on a desk without agents', async () => {
      await rejects(bulkInsert(database(), { tickets: 10, seed: 1, now }), NoAgentError);
      equal(await countTableRows(database(), 'tickets'), 0);
    });
  });

  forEachEngine((database, openSecond) => {
    const progress: Progress[] = [];
    let insertedBeforeOtherWrite = 0;
    let existing = 0;

    before(async () => {
      await loadSample(database(), now);
      existing = await countTableRows(database(), 'tickets');
      const other = openSecond();
      let otherWrite: Promise<void> | undefined;
      const write = async () => {
        await other.transaction(writes => incrementCounter(writes, 'people.changes'));
        insertedBeforeOtherWrite = progress.at(-1)?.done ?? 0;
      };
      const onProgress = (step: Progress) => {
        progress.push(step);
        otherWrite ??= write();
      };
      await bulkInsert(database(), { tickets: 1500, seed: 1, now, onProgress });
      await otherWrite;
      await other.close();
    });

    it('adds exactly the requested number of tickets', async () => {
      equal(await countTableRows(database(), 'tickets'), existing + 1500);
    });

    it('numbers tickets after the highest number, without a gap', async () => {
      const rows = await database().read.selectFrom('tickets').select('id').orderBy('n').execute();
      const added = rows.slice(existing).map(({ id }) => Number(id));
      deepEqual(
        added,
        Array.from(added, (_, index) => 1055 + index),
      );
    });

    it('keeps the limits of the contract and updates derived columns, counters and search', () =>
      expectConsistent(database()));

    it('reports growing progress up to the total', () => {
      const steps = progress.map(({ done }) => done);
      deepEqual(
        steps,
        steps.toSorted((a, b) => a - b),
      );
      deepEqual(progress.at(-1), { done: 1500, total: 1500 });
    });

    it('lets another process write between its batches', () => equal(insertedBeforeOtherWrite < 1500, true));
  });
});
