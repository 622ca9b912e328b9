import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Database } from '../../api/database/database.ts';
import { enqueue } from '../../api/jobs/enqueue.ts';
import { runJobRounds } from './jobs/kill-jobs.ts';
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

describe('a process killed while it enqueues and runs jobs', () => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    it(`loses no job and repeats no effect on ${engine}`, async () => {
      const { requests } = await runJobRounds({ engine, rounds: 3, seed });
      assert.ok(requests > 0);
    });
  }

  it('is detected to lose a job or to repeat its effect', async () => {
    const lose = ({ transaction }: Database) => transaction(writes => writes.deleteFrom('jobs').execute());
    const repeat = ({ transaction }: Database) =>
      transaction(writes => enqueue(writes, 'purge_expired', { payload: { request: 'settled' } }));
    for (const [inject, error] of [
      [lose, /requests were lost/],
      [repeat, /Effects were repeated: settled/],
    ] as const) {
      const onKilled = async (database: Database) => void (await inject(database));
      await assert.rejects(runJobRounds({ engine: 'sqlite', rounds: 4, seed, onKilled }), error);
    }
  });
});
