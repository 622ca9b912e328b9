import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Registry } from 'prom-client';
import { forEachEngine } from '../testing/engines.ts';
import { countJobs } from './administration.ts';
import { createJobStore } from './job-store.ts';
import { createJobMetrics, observeStoredJobs } from './metrics.ts';
import { addJob } from './testing/add-job.ts';

forEachEngine(database => {
  it('metrics count jobs and outcomes, and omit the jobs while the store is unavailable', async () => {
    const registry = new Registry();
    const now = 1e12;
    let isAvailable = true;
    const count = () => (isAvailable ? countJobs(database().read) : Promise.reject(new Error('no store')));
    observeStoredJobs(registry, count, () => now);
    const { observeOutcome } = createJobMetrics(registry, true);
    await addJob(database(), 'purge_expired', { key: 'dead', runAt: 1 });
    const store = createJobStore(database());
    const [row] = await store.claim('purge_expired', 'token', 1);
    await store.abandon({ n: row?.n ?? 0, token: 'token' }, 'It failed.');
    await addJob(database(), 'purge_expired', { key: 'waiting', runAt: now - 90_000 });
    for (const outcome of ['finished', 'failed', 'dead', 'lease lost'] as const)
      observeOutcome('purge_expired', outcome, 0.01);
    const text = await registry.metrics();
    for (const line of [
      'stardesk_jobs{kind="purge_expired",state="waiting"} 1',
      'stardesk_jobs{kind="purge_expired",state="dead"} 1',
      'stardesk_jobs{kind="purge_sign_ins",state="dead"} 0',
      'stardesk_jobs_oldest_seconds{kind="purge_expired"} 90',
      'stardesk_job_failures_total{kind="purge_expired"} 2',
      'stardesk_job_leases_lost_total 1',
      'stardesk_job_duration_seconds_count{kind="purge_expired"} 4',
      'stardesk_jobs_runners 1',
    ])
      assert.ok(text.split('\n').includes(line), line);
    const idle = new Registry();
    createJobMetrics(idle, false);
    assert.match(await idle.metrics(), /^stardesk_jobs_runners 0$/m);
    isAvailable = false;
    assert.doesNotMatch(await registry.metrics(), /^stardesk_jobs\{/m);
  });
});
