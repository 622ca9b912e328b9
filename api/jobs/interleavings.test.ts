import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import type { Database, Queries, WriteTransaction } from '../database/database.ts';
import { forEachEngine } from '../testing/engines.ts';
import { enqueue } from './enqueue.ts';
import { createJobStore, type JobStore, type Lease, LeaseLostError } from './job-store.ts';
import type { JobRow } from './representation.ts';

const kind = 'purge_expired';
const second = 1000;

/** A simulated process. It reads the data of a job when it starts the job, and knows nothing about other processes. */
type Process = {
  store: JobStore;
  offset: number;
  /** The store's time, as this process sees it. */
  now(): number;
  running: { lease: Lease; key: string | null; requests: string[]; laterAt: number | null }[];
};

type World = { database: Database; time: number; processes: Process[]; requests: number; tokens: number };

/** A step of a process. `key` and `which` select a job. */
type Step = { action: keyof typeof actions; process: number; key: number; which: number; seconds: number };

/**
 * Stores the data of the test as tombstones. A request is a row of the kind `ticket` that a transaction adds together
 * with a job. An effect is a row of the kind `gist` that the job adds for a request that it has read. The primary key
 * rejects a second effect.
 */
const addRow = (writes: WriteTransaction, what: 'ticket' | 'gist', key: string, time = 0) =>
  writes.insertInto('tombstones').values({ kind: what, key, deleted_at: time }).execute();
const readRows = async (queries: Queries, what: 'ticket' | 'gist') => {
  const rows = await queries.selectFrom('tombstones').select('key').where('kind', '=', what).orderBy('key').execute();
  return rows.map(({ key }) => key);
};

/**
 * Reads the requests for the key of a job. `requests` are due and have no effect yet; `laterAt` is when the next is
 * due.
 */
const readRequests = async ({ key, payload }: JobRow, queries: Queries, now: number) => {
  if (key === null) return { requests: [(JSON.parse(payload) as { request: string }).request], laterAt: null };
  const effects = new Set(await readRows(queries, 'gist'));
  const rows = await queries.selectFrom('tombstones').selectAll().where('kind', '=', 'ticket').execute();
  const open = rows.filter(row => row.key.startsWith(key) && !effects.has(row.key));
  const later = open.filter(({ deleted_at }) => deleted_at > now).map(({ deleted_at }) => deleted_at);
  return {
    requests: open.filter(({ deleted_at }) => deleted_at <= now).map(row => row.key),
    laterAt: later.length === 0 ? null : Math.min(...later),
  };
};

const claim = async (world: World, { store, running, now }: Process, limit: number): Promise<number> => {
  const token = `token ${++world.tokens}`;
  const rows = await store.claim(kind, token, limit);
  for (const row of rows)
    running.push({
      lease: { n: row.n, token },
      key: row.key,
      ...(await readRequests(row, world.database.read, now())),
    });
  return rows.length;
};

const finish = async (world: World, { store, running }: Process, which: number): Promise<void> => {
  const [job] = running.splice(which % Math.max(running.length, 1), 1);
  if (job === undefined) return;
  const finished = world.database.transaction(async writes => {
    await store.finish(writes, job.lease);
    for (const request of job.requests) await addRow(writes, 'gist', request);
    if (job.key !== null && job.laterAt !== null) await enqueue(writes, kind, { key: job.key, runAt: job.laterAt });
  });
  await finished.catch((error: unknown) => {
    if (!(error instanceof LeaseLostError)) throw error;
  });
};

const actions = {
  enqueue: async (world: World, process: Process, { key, seconds }: Step) => {
    const name = ['a', 'b', null][key] ?? null;
    const request = `${name ?? 'none'} ${++world.requests}`;
    const runAt = world.time + process.offset + (seconds % 3 === 0 ? seconds * 10 * second : 0);
    await world.database.transaction(async writes => {
      await addRow(writes, 'ticket', request, runAt);
      await enqueue(writes, kind, { ...(name !== null && { key: name }), payload: { request }, runAt });
    });
  },
  claim: async (world: World, process: Process, { which }: Step) => void (await claim(world, process, which + 1)),
  finish: (world: World, process: Process, { which }: Step) => finish(world, process, which),
  fail: async (_world: World, { store, running }: Process, { which, seconds }: Step) => {
    const [job] = running.splice(which % Math.max(running.length, 1), 1);
    if (job !== undefined) await store.retry(job.lease, seconds * second, 'It failed.', true);
  },
  renew: async (_world: World, { store, running }: Process) => {
    if (running.length > 0) await store.renew(running.map(({ lease }) => lease));
  },
  crash: async (_world: World, process: Process) => void process.running.splice(0),
  wait: async (world: World, _process: Process, { seconds }: Step) => {
    world.time += seconds * 2 * second;
  },
  jump: async (_world: World, process: Process, { seconds }: Step) => {
    process.offset = (seconds - 30) * 20 * second;
  },
};

const steps: fc.Arbitrary<Step> = fc.record({
  action: fc.constantFrom<keyof typeof actions>(
    ...(['enqueue', 'enqueue', 'claim', 'claim', 'claim', 'finish', 'finish', 'wait'] as const),
    ...(['fail', 'renew', 'crash', 'jump'] as const),
  ),
  process: fc.nat(2),
  key: fc.nat(2),
  which: fc.nat(3),
  seconds: fc.nat(60),
});

/** Rounds of steps. The steps of one round happen at the same time. */
const histories = fc.array(fc.array(steps, { minLength: 1, maxLength: 3 }), { minLength: 20, maxLength: 40 });

forEachEngine(database => {
  it('every request has its effect exactly once in any history of three processes', async () => {
    const property = fc.asyncProperty(histories, async rounds => {
      const world: World = { database: database(), time: 1e12, processes: [], requests: 0, tokens: 0 };
      for (const table of ['jobs', 'tombstones'] as const)
        await database().transaction(writes => writes.deleteFrom(table).execute());
      for (let index = 0; index < 3; index++) {
        // On PostgreSQL all processes use the time of the server.
        const now = () => world.time + (database().engine === 'sqlite' ? process.offset : 0);
        const process: Process = { offset: 0, running: [], now, store: createJobStore(database(), now) };
        world.processes.push(process);
      }
      for (const round of rounds)
        await Promise.all(
          round.map(step => {
            const process = world.processes[step.process];
            return process === undefined ? null : actions[step.action](world, process, step);
          }),
        );
      // The processes crash. Then the first process runs jobs until no job is left.
      const [last] = world.processes;
      assert.ok(last);
      last.running.splice(0);
      for (let count = 1; count > 0; ) {
        world.time += 3600 * second;
        while ((await claim(world, last, 8)) > 0) while (last.running.length > 0) await finish(world, last, 0);
        count = (await database().read.selectFrom('jobs').select('n').execute()).length;
      }
      assert.deepEqual(await readRows(database().read, 'gist'), await readRows(database().read, 'ticket'));
    });
    await fc.assert(property, { numRuns: 40 });
  });
});
