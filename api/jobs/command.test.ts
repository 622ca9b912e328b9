import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Database } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open-database.ts';
import { runDeskInProcess } from '../testing/run-desk.ts';
import { createJobStore } from './job-store.ts';
import { addJob } from './testing/add-job.ts';

describe('desk jobs', () => {
  let dataDir = '';
  let database: Database;
  const run = (...args: string[]) => runDeskInProcess(dataDir, ['jobs', ...args]);
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stardesk-jobs-'));
    database = openDatabase({ dataDir });
    await migrate(database, Date.now);
  });
  after(async () => {
    await database.close();
    await rm(dataDir, { recursive: true });
  });

  it('list shows jobs, retry makes a job due, discard deletes a job', async () => {
    assert.equal((await run('list')).stdout, 'No jobs found.\n');
    const store = createJobStore(database);
    for (const key of ['a', 'b']) {
      const n = Number(await addJob(database, 'purge_expired', { key, runAt: 1 }));
      await store.claim('purge_expired', key, 1);
      await store.abandon({ n, token: key }, 'It failed.');
    }
    await addJob(database, 'purge_sign_ins', { runAt: 1 });
    await store.claim('purge_sign_ins', 'token', 1);
    const { stdout } = await run('list');
    assert.match(stdout, /^ID +KIND +STATE +ATTEMPTS +DUE +ERROR\n3 +purge_sign_ins +running +1 /);
    assert.match(stdout, /^1 +purge_expired +dead +1 +1970\S+ +It failed\.$/m);
    const listed = JSON.parse((await run('list', '--state', 'dead', '--kind', 'purge_expired', '--json')).stdout);
    assert.deepEqual(
      listed.map(({ id, state, last_error }: Record<string, unknown>) => [id, state, last_error]),
      [
        ['2', 'dead', 'It failed.'],
        ['1', 'dead', 'It failed.'],
      ],
    );
    assert.equal((await run('retry', '1')).stdout, 'Job 1 is due now.\n');
    assert.deepEqual(JSON.parse((await run('retry', '--kind', 'purge_expired', '--json')).stdout), { retried: ['2'] });
    assert.equal((await run('retry', '--kind', 'purge_expired')).stdout, 'No dead jobs found.\n');
    assert.equal((await run('discard', '1')).stdout, 'Discarded job 1.\n');
    assert.equal((await run('list', '--state', 'waiting')).stdout.split('\n').length, 3);
  });

  it('list, retry and discard explain an invalid argument or a running job', async () => {
    for (const [args, error] of [
      [['discard', '3'], /^Job 3 is running: wait until/],
      [['retry', '3'], /^Job 3 is running: wait until/],
      [['discard', '99'], /^There is no job 99: "desk jobs list" shows/],
      [['retry'], /^Specify either the id of a job or --kind/],
      [['retry', 'x'], /^There is no job x/],
      [['list', '--state', 'done'], /Allowed choices are waiting, running, dead/],
    ] as const) {
      const { status, stderr } = await run(...args);
      assert.deepEqual([status, error.test(stderr)], [1, true], stderr);
    }
  });
});
