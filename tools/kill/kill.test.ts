import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openKillStore } from './kill-store.ts';
import { type KillTarget, runRounds } from './rounds.ts';

/** Its first kill follows 47 responses, so that some writes are acknowledged; `npm run kill` uses a random seed. */
const seed = 5;

/** A short run; `npm run kill` does many rounds. */
const cases = {
  sqlite: { rounds: 2, targets: ['the API'] },
  postgres: { rounds: 1, targets: ['connections'] },
} satisfies Record<string, { rounds: number; targets: KillTarget[] }>;

describe('an API killed during concurrent writes', () => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    it(`loses no acknowledged write and applies none partially on ${engine}`, async () => {
      const store = await openKillStore(engine);
      try {
        const tally = await runRounds(store, { ...cases[engine], seed, maxResponses: 60 });
        assert.ok(tally.acknowledged > 0);
      } finally {
        await store.remove();
      }
    });
  }
});
