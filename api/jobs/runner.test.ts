import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { JobKind } from '#contract/enums';
import { createTcpProxy } from '#server/testing/tcp-proxy';
import type { Database } from '../database/database.ts';
import { openDatabase } from '../database/open-database.ts';
import { createRequestContext } from '../http/request-context.ts';
import { createLog } from '../log.ts';
import { forEachEngine } from '../testing/engines.ts';
import { enqueue } from './enqueue.ts';
import { doublingBackoff, giveUp, type Handler, retryAt } from './handler.ts';
import { createJobStore } from './job-store.ts';
import type { JobOutcome } from './run-job.ts';
import { type Runner, type RunnerOptions, startRunner } from './runner.ts';

const kind: JobKind = 'purge_expired';
const otherKind: JobKind = 'purge_sign_ins';

const createHandler = (run: Handler['run'], rest: Partial<Handler> = {}): Handler => ({
  ...{ kind, concurrency: 8, maxAttempts: 2, backoff: () => 1, effect: 'store', run },
  ...rest,
});

/** Creates a handler function whose effect is a row with this name. */
const addEffect =
  (name: string): Handler['run'] =>
  async () =>
  async writes => {
    await writes.insertInto('tombstones').values({ kind: 'ticket', key: name, deleted_at: 0 }).execute();
  };

forEachEngine((database, openAgain, environment) => {
  const runners: Runner[] = [];
  let logged: string[] = [];
  let outcomes: JobOutcome[] = [];
  let onOutcome = () => {};

  /** Starts a runner with these handlers. */
  const run = (handlers: Handler[], options: Partial<RunnerOptions> = {}, on: Database = database()): Runner => {
    const context = createRequestContext();
    const runner = startRunner({
      ...{ database: on, store: createJobStore(on), handlers, clock: Date.now, context },
      log: createLog('debug', { context, destination: { write: line => void logged.push(line) } }),
      metrics: {
        observeOutcome(_kind, outcome) {
          outcomes.push(outcome);
          onOutcome();
        },
      },
      ...options,
    });
    runners.push(runner);
    return runner;
  };

  /** Waits for the outcomes of this many attempts. */
  const waitForOutcomes = (length: number): Promise<JobOutcome[]> =>
    new Promise(resolve => {
      onOutcome = () => outcomes.length >= length && resolve(outcomes);
      onOutcome();
    });
  const put = (key: string, options = {}, of: JobKind = kind) =>
    database().transaction(writes => enqueue(writes, of, { key, ...options }));
  const readJobs = () => database().read.selectFrom('jobs').selectAll().orderBy('n').execute();
  const readEffects = async () => (await database().read.selectFrom('tombstones').select('key').execute()).length;

  beforeEach(async () => {
    [logged, outcomes] = [[], []];
    await database().transaction(writes => writes.deleteFrom('jobs').execute());
    await database().transaction(writes => writes.deleteFrom('tombstones').execute());
  });
  afterEach(() => Promise.all(runners.splice(0).map(runner => runner.stop())));

  describe('a runner', () => {
    it('stores a failure after the outage that caused it, before the lease expires', async () => {
      const { DATABASE_URL } = environment();
      // SQLite has no connections that can be lost.
      if (DATABASE_URL === undefined) return;
      const proxy = await createTcpProxy(DATABASE_URL);
      const remote = openDatabase({ dataDir: '', databaseUrl: proxy.url });
      let runs = 0;
      const handler = createHandler(async (job, context) => {
        if (++runs === 1) await proxy.close();
        return addEffect('after the outage')(job, context);
      });
      const runner = run([handler], {}, remote);
      await put('a');
      const isRetrying = () => logged.some(line => line.includes('failed to store the outcome of a job; trying again'));
      while (!isRetrying()) await setTimeout(10);
      await proxy.open();
      assert.deepEqual(await waitForOutcomes(2), ['failed', 'finished']);
      assert.equal(await readEffects(), 1);
      await runner.stop();
      await remote.close();
      await proxy.close();
    });

    it('runs a job once and deletes it, even with two runners', async () => {
      const other = openAgain();
      const handlers = [createHandler(async (job, context) => addEffect(job.key ?? '')(job, context))];
      run(handlers);
      run(handlers, {}, other);
      for (let n = 0; n < 30; n++) await put(`${n}`);
      assert.deepEqual(new Set(await waitForOutcomes(30)), new Set(['finished']));
      assert.deepEqual([await readJobs(), await readEffects()], [[], 30]);
      await Promise.all(runners.splice(0).map(runner => runner.stop()));
      await other.close();
    });

    it('tries a failed job again, rolls back its effect, and makes it dead after its last attempt', async () => {
      const attempts: number[] = [];
      const handler = createHandler(async job => {
        attempts.push(job.attempt);
        return async writes => {
          await (await addEffect('half')(job, {} as never))?.(writes);
          throw new TypeError('The address is ada@desk.example.');
        };
      });
      run([handler]);
      await put('a');
      assert.deepEqual(
        [await waitForOutcomes(2), attempts],
        [
          ['failed', 'dead'],
          [1, 2],
        ],
      );
      const [job] = await readJobs();
      assert.deepEqual([job?.state, job?.attempts, await readEffects()], [2, 2, 0]);
      assert.equal(job?.last_error, 'The job failed with TypeError; the log has the details.');
      const line = JSON.parse(logged.find(each => each.includes('job failed for the last time')) ?? '{}');
      assert.deepEqual([line.requestId, line.kind, line.job], [`job-${job?.id}`, kind, job?.id]);
    });

    it('makes a job dead if its handler throws or never returns, and runs other jobs meanwhile', async () => {
      const handlers: Record<string, Handler['run']> = {
        string: () => Promise.reject('text'),
        nothing: () => Promise.reject(undefined),
        sync: () => {
          throw new Error('at once');
        },
        never: () => new Promise(() => {}),
        good: addEffect('good'),
      };
      const handler = createHandler((job, context) => handlers[job.key ?? '']?.(job, context) ?? Promise.reject(), {
        ...{ maxAttempts: 1, deadlineMilliseconds: 50 },
      });
      run([handler]);
      for (const key of Object.keys(handlers)) await put(key);
      assert.deepEqual((await waitForOutcomes(5)).sort(), ['dead', 'dead', 'dead', 'dead', 'finished']);
      const errors = Object.fromEntries((await readJobs()).map(({ key, last_error }) => [key, last_error]));
      assert.deepEqual(errors, {
        string: 'The job failed with a value that is not an error.',
        nothing: 'The job failed with a value that is not an error.',
        sync: 'The job failed with Error; the log has the details.',
        never: 'The job took longer than 0.05 seconds.',
      });
    });

    it('waits longer after each failure, with a jitter of up to a fifth', async () => {
      const backoff = doublingBackoff(10_000, 60_000);
      assert.deepEqual([1, 2, 3, 4, 99].map(backoff), [10_000, 20_000, 40_000, 60_000, 60_000]);
      for (const [random, delay] of [
        [0, 8000],
        [1, 12_000],
      ] as const) {
        const runner = run([createHandler(() => Promise.reject(new Error()), { backoff })], { random: () => random });
        outcomes = [];
        await put(`${random}`);
        await waitForOutcomes(1);
        const job = (await readJobs()).at(-1);
        assert.equal((job?.run_at ?? 0) - (job?.updated_at ?? 0), delay);
        await runner.stop();
      }
    });

    it('stores no effect of a job that another process has taken over', async () => {
      const steal: Handler['run'] = async (job, context) => {
        await database().transaction(writes => writes.updateTable('jobs').set({ lease_by: 'other' }).execute());
        return addEffect('lost')(job, context);
      };
      run([createHandler(steal)]);
      await put('a');
      assert.deepEqual(await waitForOutcomes(1), ['lease lost']);
      const [job] = await readJobs();
      assert.deepEqual([job?.lease_by, await readEffects()], ['other', 0]);
    });

    it('stores the progress of a job, at most once a second', async () => {
      const handler = createHandler(async (_job, { setProgress }) => {
        for (const done of [1, 2, 3]) await setProgress({ done, total: 3 });
        throw giveUp('Enough.');
      });
      run([handler]);
      await put('a');
      await waitForOutcomes(1);
      assert.equal((await readJobs())[0]?.progress, '{"done":1,"total":3}');
    });

    it('tries again to start jobs after a failure of the store', async () => {
      const store = createJobStore(database());
      let failures = 0;
      const claim: typeof store.claim = (...args) =>
        failures++ === 0 ? Promise.reject(new Error('no server')) : store.claim(...args);
      run([createHandler(addEffect('a'))], { store: { ...store, claim } });
      await put('a');
      assert.deepEqual(await waitForOutcomes(1), ['finished']);
      assert.match(logged.join(''), /failed to start jobs; the runner will try again/);
    });

    it('postpones a job without counting the attempt, and makes a job dead if its handler gives up', async () => {
      const time = Date.now() + 3_600_000;
      const errors = { later: retryAt(time), never: giveUp('The mailbox does not exist.') };
      run([createHandler(({ key }) => Promise.reject(errors[key as keyof typeof errors]))]);
      await put('later');
      await waitForOutcomes(1);
      await put('never');
      assert.deepEqual(await waitForOutcomes(2), ['postponed', 'dead']);
      const jobs = await readJobs();
      assert.deepEqual(
        jobs.map(job => [job.state, job.attempts, job.last_error, job.lease_by]),
        [
          [0, 0, null, null],
          [2, 1, 'The mailbox does not exist.', null],
        ],
      );
      assert.equal(jobs[0]?.run_at, time);
    });

    it('runs a job again if it was enqueued during its run', async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const started = Promise.withResolvers<void>();
      run([
        createHandler(async () => {
          started.resolve();
          await promise;
          return undefined;
        }),
      ]);
      await put('a');
      await started.promise;
      await put('a');
      resolve();
      assert.deepEqual(await waitForOutcomes(2), ['finished', 'finished']);
      assert.deepEqual(await readJobs(), []);
    });

    it('makes a job dead if its process ended during the last attempt', async () => {
      await put('a');
      const claimed = async (minutes: number) => {
        const store = createJobStore(database(), () => Date.now() - minutes * 60_000 + 5000);
        return (await store.claim(kind, `killed ${minutes}`, 1)).length;
      };
      await database().transaction(writes => writes.updateTable('jobs').set({ run_at: 0 }).execute());
      assert.deepEqual([await claimed(6), await claimed(3)], [1, 1]);
      run([createHandler(addEffect('a'))]);
      assert.deepEqual(await waitForOutcomes(1), ['dead']);
      assert.equal((await readJobs())[0]?.last_error, 'The process ended during the last attempt.');
    });

    it('takes over the job of a killed process when its one-minute lease expires', async () => {
      await put('a');
      await database().transaction(writes => writes.updateTable('jobs').set({ run_at: 0 }).execute());
      const claimedAt = Date.now() - 59_500;
      const [job] = await createJobStore(database(), () => claimedAt).claim(kind, 'killed', 1);
      assert.equal(job?.lease_until, claimedAt + 60_000);
      let startedAt = 0;
      const handler = createHandler(async (...args) => {
        startedAt = Date.now();
        return addEffect('a')(...args);
      });
      run([handler]);
      assert.deepEqual(await waitForOutcomes(1), ['finished']);
      assert.ok(startedAt >= claimedAt + 60_000, `${claimedAt + 60_000 - startedAt} ms early`);
    });

    it('renews the leases of its running jobs, and aborts a job whose lease another process has', async () => {
      const started = Promise.withResolvers<AbortSignal>();
      const aborted = Promise.withResolvers<unknown>();
      const handler = createHandler(async (_job, { signal }) => {
        signal.addEventListener('abort', () => aborted.resolve(signal.reason));
        started.resolve(signal);
        await aborted.promise;
      });
      run([handler], { renewMilliseconds: 20 });
      await put('a');
      const signal = await started.promise;
      const first = (await readJobs())[0]?.lease_until ?? 0;
      while (((await readJobs())[0]?.lease_until ?? 0) === first) await setTimeout(20);
      assert.equal(signal.aborted, false);
      await database().transaction(writes => writes.updateTable('jobs').set({ lease_by: 'other' }).execute());
      assert.match(String(await aborted.promise), /A different process runs the job/);
    });

    it('creates recurring jobs at the start, and enqueues the next run when a run finishes', async () => {
      const handlers = [createHandler(addEffect('a'), { everyMilliseconds: 3_600_000 })];
      run(handlers);
      assert.deepEqual(await waitForOutcomes(1), ['finished']);
      run(handlers);
      const [job, ...others] = await readJobs();
      assert.deepEqual([job?.key, job?.state, others], ['recurring', 0, []]);
      const minutes = ((job?.run_at ?? 0) - Date.now()) / 60_000;
      assert.ok(minutes > 58 && minutes < 61, `in ${minutes} minutes`);
    });

    it('recreates a recurring job that an administrator has discarded', async () => {
      run([createHandler(async () => undefined, { everyMilliseconds: 3_600_000 })], { ensureMilliseconds: 20 });
      await waitForOutcomes(1);
      await database().transaction(writes => writes.deleteFrom('jobs').execute());
      assert.deepEqual(await waitForOutcomes(2), ['finished', 'finished']);
    });

    it('starts only urgent jobs while requests wait', async () => {
      const done: string[] = [];
      const record: Handler['run'] = async job => void done.push(job.kind) as undefined;
      let isBusy = true;
      run([createHandler(record), createHandler(record, { kind: otherKind, isUrgent: true })], {
        isBusy: () => isBusy,
      });
      await put('a');
      await put('a', {}, otherKind);
      await waitForOutcomes(1);
      assert.deepEqual(done, [otherKind]);
      isBusy = false;
      await waitForOutcomes(2);
    });

    it('runs at most `concurrency` jobs of a kind, and jobs of other kinds meanwhile', async () => {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      const threeStarted = Promise.withResolvers<void>();
      const waiting = new Set<string | null>();
      const handler = createHandler(
        job => {
          waiting.add(job.key);
          if (waiting.size === 3) threeStarted.resolve();
          return promise;
        },
        { concurrency: 3 },
      );
      for (let n = 0; n < 100; n++) await put(`${n}`);
      run([handler, createHandler(addEffect('other'), { kind: otherKind })]);
      await threeStarted.promise;
      for (const [index, key] of ['a', 'b'].entries()) {
        await put(key, {}, otherKind);
        await waitForOutcomes(index + 1);
      }
      assert.equal(waiting.size, 3);
      resolve(undefined);
      await waitForOutcomes(102);
    });
  });

  describe('stopping a runner', () => {
    it('lets jobs finish, and releases jobs that are aborted or do not finish', async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const handlers: Record<string, Handler['run']> = {
        quick: async (...args) => {
          await promise;
          return addEffect('quick')(...args);
        },
        aborted: (_job, { signal }) =>
          new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
        stubborn: () => new Promise(() => {}),
      };
      const started = new Set<string | null>();
      const allStarted = Promise.withResolvers<void>();
      const handler = createHandler((job, context) => {
        started.add(job.key);
        if (started.size === 3) allStarted.resolve();
        return handlers[job.key ?? '']?.(job, context) ?? Promise.reject();
      });
      const runner = run([handler], { stopMilliseconds: 200 });
      for (const key of Object.keys(handlers)) await put(key);
      await allStarted.promise;
      const stopped = runner.stop();
      resolve();
      await stopped;
      assert.equal(await readEffects(), 1);
      assert.deepEqual(
        (await readJobs()).map(job => [job.key, job.state, job.attempts, job.lease_by]),
        [
          ['aborted', 0, 0, null],
          ['stubborn', 0, 0, null],
        ],
      );
      await put('late');
      assert.equal((await readJobs()).at(-1)?.state, 0, 'starts nothing');
    });
  });
});
