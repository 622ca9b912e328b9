import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runRounds, type Strike } from './rounds.ts';
import { openKillStore } from './store.ts';

/** The same each time; `npm run kill` takes a random one. */
const seed = 1;

/** `npm run kill` is the whole of it. */
const cases = {
  sqlite: { rounds: 2, strikes: ['the api'] },
  postgres: { rounds: 1, strikes: ['connections'] },
} satisfies Record<string, { rounds: number; strikes: Strike[] }>;

describe('an api that is killed while several write to it', () => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    it(`has all that it answered, and nothing half done, when it is started again on ${engine}`, async () => {
      const store = await openKillStore(engine);
      try {
        const tally = await runRounds(store, { ...cases[engine], seed, mostAnswers: 60 });
        assert.ok(tally.verdict.answered > 0);
      } finally {
        await store.remove();
      }
    });
  }
});
