import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCoverage } from './coverage.ts';
import { startFuzzDesk } from './desk.ts';
import { listOperations } from './document-operations.ts';
import { fuzz } from './fuzz.ts';
import { getReplayCommand } from './replay-position.ts';

/** A fixed seed; `npm run fuzz` uses a random seed and runs longer. */
const plan = { seed: 1, sequences: 8 };

describe('random request sequences as three roles', () => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    it(`get no 5xx, no private data of other people and no undocumented response: ${engine}`, async t => {
      const desk = await startFuzzDesk(engine);
      const coverage = createCoverage();
      const found = await fuzz(desk, coverage, plan, () => undefined).finally(() => desk.stop());
      const reports = found.map(({ details, actions, position }) => [
        details,
        ...actions,
        getReplayCommand(position, engine === 'postgres'),
      ]);
      assert.deepEqual(reports.flat().join('\n'), '', `seed ${plan.seed}`);
      // A run without requests would have no findings.
      const operations = listOperations(desk.document);
      assert.ok(operations.length > 30, `${operations.length} operations`);
      assert.deepEqual(coverage.findUnsuccessful(operations), []);
      t.diagnostic(`${coverage.requests()} requests: ${coverage.classes()}`);
    });
  }
});
