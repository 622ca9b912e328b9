import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCoverage } from './coverage.ts';
import { startFuzzDesk } from './desk.ts';
import { operationsOf } from './document-operations.ts';
import { fuzz } from './fuzz.ts';
import { commandFor } from './place.ts';

/** The same each time; `npm run fuzz` begins with a random seed and tries for longer. */
const plan = { seed: 1, sequences: 20 };

describe('hostile requests in any order, as three roles', () => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    it(`get no 5xx, nothing of somebody else's and nothing undocumented: ${engine}`, async t => {
      const desk = await startFuzzDesk(engine);
      const coverage = createCoverage();
      const found = await fuzz(desk, coverage, plan, () => undefined).finally(() => desk.stop());
      const told = found.map(({ details, moves, place }) => [
        details,
        ...moves,
        commandFor(place, engine === 'postgres'),
      ]);
      assert.deepEqual(told.flat().join('\n'), '', `seed ${plan.seed}`);
      // Or else it has tried nothing, and found nothing wrong with that.
      const operations = operationsOf(desk.document);
      assert.ok(operations.length > 30, `${operations.length} operations`);
      assert.deepEqual(coverage.gaps(operations), []);
      t.diagnostic(`${coverage.requests()} requests: ${coverage.told(operations).slice(-2).join('; ')}`);
    });
  }
});
