import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { Job, JobCounts } from '#contract';
import { jobKinds } from '#contract/enums';
import { forEachApi } from '../testing/api.ts';
import { createJobStore } from './job-store.ts';
import { addJob } from './testing/add-job.ts';

const kind = 'purge_expired';
const hour = 3_600_000;

forEachApi(api => {
  const call = <Body>(method: string, path: string, headers = {}) =>
    api().call<Body>(method, path, { as: 'admin', headers });
  const add = (key: string, options = {}) =>
    addJob(api().database, kind, { key, payload: { mail_id: '7' }, ...options });
  const store = () => createJobStore(api().database, Date.now);
  const claim = () => store().claim(kind, 'token', 1);
  /** Adds a dead job. */
  const addDead = async (key: string) => {
    const id = await add(key, { runAt: 1 });
    await claim();
    await store().abandon({ n: Number(id), token: 'token' }, 'The mail server rejected the message.');
    return id;
  };
  const keys = (jobs: Job[]) => jobs.map(({ key }) => key);

  beforeEach(() => api().database.transaction(writes => writes.deleteFrom('jobs').execute()));

  describe('GET /jobs', () => {
    it('200 with jobs, newest first, in pages, filtered by kind, state and time', async () => {
      await add('later', { runAt: Date.now() + hour });
      await addDead('failed');
      await add('soon', { runAt: Date.now() + 1000 });
      assert.deepEqual(keys((await call<Job[]>('GET', '/v1/jobs')).body), ['soon', 'failed', 'later']);
      for (const [query, expected] of [
        ['state=dead', ['failed']],
        ['state=waiting,running', ['soon', 'later']],
        ['kind=purge_sign_ins', []],
        [`kind=${kind}&sort=created_at`, ['later', 'failed', 'soon']],
        [`due_before=${new Date(Date.now() + 60_000).toISOString()}&state=waiting`, ['soon']],
      ] as const) {
        const { body } = await call<Job[]>('GET', `/v1/jobs?${query}`);
        assert.deepEqual(keys(body), expected, query);
      }
      const page = await call<Job[]>('GET', '/v1/jobs?per_page=2&count=true');
      assert.deepEqual([keys(page.body), page.headers.get('x-total-count')], [['soon', 'failed'], '3']);
      const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
      assert.deepEqual(keys((await call<Job[]>('GET', next)).body), ['later']);
      assert.equal((await call<Job>('GET', '/v1/jobs?kind=nothing')).status, 422);
    });

    it('304 until a job changes', async () => {
      const id = await add('one', { runAt: Date.now() + hour });
      const { headers } = await call('GET', '/v1/jobs');
      const etag = { 'If-None-Match': headers.get('etag') };
      assert.equal((await call('GET', '/v1/jobs', etag)).status, 304);
      await call('PUT', `/v1/jobs/${id}/attempt`);
      assert.equal((await call('GET', '/v1/jobs', etag)).status, 200);
    });
  });

  describe('GET /job_counts', () => {
    it('200 with the number of jobs of each kind by state, and the time of the first waiting job', async () => {
      const runAt = Date.now() + hour;
      await addDead('failed');
      await add('running', { runAt: 1 });
      await claim();
      await add('first', { runAt });
      await add('second', { runAt: runAt + 1 });
      const { body } = await call<JobCounts>('GET', '/v1/job_counts');
      const first_run_at = new Date(runAt).toISOString();
      const none = { waiting: 0, running: 0, dead: 0, first_run_at: null };
      const expected = jobKinds.map(each => ({ kind: each, ...none }));
      expected[jobKinds.indexOf(kind)] = { kind, waiting: 2, running: 1, dead: 1, first_run_at } as never;
      assert.deepEqual(body.counts, expected);
    });
  });

  describe('a job', () => {
    it('200 with its representation, 404 before it exists, 410 after it has finished', async () => {
      const id = await addDead('failed');
      const { status, body } = await call<Job>('GET', `/v1/jobs/${id}`);
      assert.equal(status, 200);
      assert.partialDeepStrictEqual(body, {
        ...{ id, kind, key: 'failed', payload: { mail_id: '7' }, state: 'dead', attempts: 1, progress: null },
        ...{ url: `${api().url}/v1/jobs/${id}`, last_error: 'The mail server rejected the message.' },
      });
      assert.equal((await call<Job>('GET', `/v1/jobs/${Number(id) + 1}`)).body.code, 40410);
      for (const path of ['/v1/jobs/none', '/v1/jobs/0', '/v1/jobs/1e3'])
        assert.equal((await call<Job>('GET', path)).body.code, 40410);
      assert.equal((await call('PUT', `/v1/jobs/${id}/attempt`)).status, 204);
      const twice = [`${kind} finished`, `${kind} finished`];
      const others = ['purge_sign_ins finished', 'notify finished', 'mail_notifications finished'];
      const outcomes = ['collect_files finished', ...twice, ...others];
      assert.deepEqual(await api().runJobs(), outcomes);
      for (const method of ['GET', 'DELETE'])
        assert.equal((await call<Job>(method, `/v1/jobs/${id}`)).body.code, 41007);
      assert.equal((await call<Job>('PUT', `/v1/jobs/${id}/attempt`)).body.code, 41007);
    });

    it('204 for a retry, which makes waiting and dead jobs due and resets the attempts of a dead job', async () => {
      const [dead, waiting] = [await addDead('failed'), await add('later', { runAt: Date.now() + hour })];
      const running = await add('running', { runAt: 1 });
      await claim();
      for (const id of [dead, waiting, running])
        assert.equal((await call('PUT', `/v1/jobs/${id}/attempt`)).status, 204);
      const { body } = await call<Job[]>('GET', '/v1/jobs?sort=created_at');
      assert.deepEqual(
        body.map(({ state, attempts, run_at }) => [
          state,
          attempts,
          Math.abs(Date.parse(run_at) - Date.now()) < hour / 2,
        ]),
        [
          ['waiting', 0, true],
          ['waiting', 0, true],
          ['running', 1, false],
        ],
      );
    });

    it('204 for discarding a waiting or dead job, 409 for discarding a running job', async () => {
      const [dead, waiting] = [await addDead('failed'), await add('later', { runAt: Date.now() + hour })];
      for (const id of [dead, waiting]) assert.equal((await call('DELETE', `/v1/jobs/${id}`)).status, 204);
      const running = await add('running', { runAt: 1 });
      await claim();
      assert.equal((await call<Job>('DELETE', `/v1/jobs/${running}`)).body.code, 40909);
    });
  });
});
