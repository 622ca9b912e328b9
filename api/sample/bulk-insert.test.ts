import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { incrementCounter } from '../database/counters.ts';
import type { Progress } from '../progress.ts';
import { forEachEngine } from '../testing/engines.ts';
import { countTableRows, expectConsistent } from '../testing/expect-consistent.ts';
import { bulkInsert, NoAgentError } from './bulk-insert.ts';
import { loadSample } from './load-sample.ts';

const now = Date.UTC(2026, 10, 20, 10, 12);

describe('bulk insert', () => {
  forEachEngine((database, openSecond) => {
    it('rejects with NoAgentError on a desk without agents', async () => {
      await rejects(bulkInsert(database(), { tickets: 10, seed: 1, now }), NoAgentError);
      equal(await countTableRows(database(), 'tickets'), 0);
    });

    it('adds consistent tickets under the next numbers, reports progress, and lets other processes write', async () => {
      await loadSample(database(), now);
      const existing = await countTableRows(database(), 'tickets');
      const other = openSecond();
      const progress: Progress[] = [];
      let insertedBeforeOtherWrite = Number.POSITIVE_INFINITY;
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
      ok(insertedBeforeOtherWrite < 1500);
      deepEqual(progress.at(-1), { done: 1500, total: 1500 });
      const steps = progress.map(({ done }) => done);
      deepEqual(
        steps,
        steps.toSorted((a, b) => a - b),
      );
      const rows = await database().read.selectFrom('tickets').select('id').orderBy('n').execute();
      const added = rows.slice(existing).map(({ id }) => Number(id));
      deepEqual(
        added,
        Array.from({ length: 1500 }, (_, index) => 1055 + index),
      );
      await expectConsistent(database());
    });
  });
});
