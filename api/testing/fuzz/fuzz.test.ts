import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { describe, it } from 'node:test';
import { createCoverage } from './coverage.ts';
import { startFuzzDesk } from './desk.ts';
import { fuzz } from './fuzz.ts';
import { commandFor } from './place.ts';

/** `npm run fuzz -- --minutes N` goes on for longer. */
const seconds = 15;

describe('hostile requests in any order, as three roles', () => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    it(`get no 5xx, nothing of somebody else's and nothing undocumented: ${engine}`, async () => {
      const seed = randomInt(2 ** 31);
      const desk = await startFuzzDesk(engine);
      const coverage = createCoverage();
      const found = await fuzz(desk, coverage, { seed, seconds }, () => undefined).finally(() => desk.stop());
      const told = found.map(({ details, moves, place }) => [
        details,
        ...moves,
        commandFor(place, engine === 'postgres'),
      ]);
      assert.deepEqual(told.flat().join('\n'), '', `seed ${seed}`);
      // Or else it has tried nothing, and found nothing wrong with that.
      assert.ok(coverage.requests() > 100, `${coverage.requests()} requests`);
    });
  }
});
