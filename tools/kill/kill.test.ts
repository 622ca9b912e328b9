import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Database } from '../../api/database/database.ts';
import type { FileDriverName } from '../../api/files/driver.ts';
import { enqueue } from '../../api/jobs/enqueue.ts';
import { runJobRounds } from './jobs/kill-jobs.ts';
import { type KillStore, openKillStore } from './kill-store.ts';
import { type KillTarget, runRounds } from './rounds.ts';

/**
 * The first kill with this seed follows 47 responses, so that some writes are acknowledged. `npm run kill` uses a random
 * seed.
 */
const seed = 5;

/** Short runs; `npm run kill` does many rounds. */
const cases: { engine: KillStore['engine']; files?: FileDriverName; rounds: number; targets: KillTarget[] }[] = [
  { engine: 'sqlite', rounds: 2, targets: ['the API'] },
  { engine: 'postgres', rounds: 1, targets: ['PostgreSQL connections'] },
  { engine: 'sqlite', files: 'database', rounds: 1, targets: ['the API'] },
  { engine: 'postgres', files: 'disk', rounds: 1, targets: ['the API'] },
];

describe('an API killed during concurrent writes', () => {
  for (const { engine, files, ...options } of cases) {
    const where = files === undefined ? engine : `${engine} with FILES=${files}`;
    it(`loses no acknowledged write and applies none partially on ${where}`, async () => {
      const store = await openKillStore(engine, files);
      try {
        const tally = await runRounds(store, { ...options, seed, maxResponses: 60 });
        assert.ok(tally.acknowledged > 0);
        const location = files ?? (engine === 'sqlite' ? 'disk' : 'database');
        assert.deepEqual(Object.keys(await store.countFiles()), [location]);
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

  it('is reported if it loses a job or repeats an effect', async () => {
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
