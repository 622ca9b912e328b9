import { request } from 'undici';
import type { LoadRequest } from '../load-generator.ts';
import { median } from '../statistics.ts';
import { type ProcessSetup, startProcessSetups } from './setups.ts';
import { type Engine, makeStore, type StoreSizes } from './stores.ts';

/** The throughput of a number of processes. */
export type Speed = {
  perSecond: number;
  /** Microseconds of CPU time per request, over all processes. */
  cpu: number;
};

/** One request on one engine by number of processes: directly to the api, and through balancers and bffs. */
type Scaled = { name: string } & Record<'direct' | 'through', Record<number, Speed>>;

/** All measurements of an engine. */
export type Scale = { engine: Engine; bytes: StoreSizes; works: Scaled[] };

/** Short alternating rounds, so that load from other processes affects all setups alike. */
const rounds = 5;
const warmUpSeconds = 1;

type Work = { name: string; shotFor(setup: ProcessSetup, tickets: number): Promise<(turn: number) => LoadRequest> };

const get = (path: string) => async (setup: ProcessSetup) => () =>
  ({ method: 'GET', path: setup.prefix + path, headers: setup.headers, status: 200 }) satisfies LoadRequest;

const list = '/tickets?state=open&sort=-priority,created_at';

const works: readonly Work[] = [
  { name: 'one ticket', shotFor: get('/tickets/500') },
  { name: 'list of 30', shotFor: get(list) },
  { name: 'list of 30, 304', shotFor: unchanged },
  { name: 'search', shotFor: get('/tickets?q=invoice') },
  { name: 'POST a message', shotFor: post },
];

async function unchanged({ url, prefix, headers }: ProcessSetup): Promise<() => LoadRequest> {
  const path = prefix + list;
  const answer = await request(url + path, { headers });
  await answer.body.dump();
  const condition = { 'if-none-match': String(answer.headers['etag']) };
  return () => ({ method: 'GET', path, headers: { ...headers, ...condition }, status: 304 });
}

async function post({ prefix, headers }: ProcessSetup, tickets: number): Promise<(turn: number) => LoadRequest> {
  const body = JSON.stringify({ body: 'We have found the cause, and it will be fixed by tomorrow.' });
  const fields = { ...headers, 'content-type': 'application/json' };
  const path = (turn: number) => `${prefix}/tickets/${1 + ((turn * 7919) % tickets)}/messages`;
  return turn => ({ method: 'POST', path: path(turn), headers: fields, body, status: 201 });
}

type Options = { tickets: number; seconds: number };

/** Measures every request with one process of each server and with two. */
export async function measureScale(engine: Engine, options: Options, log: (text: string) => void): Promise<Scale> {
  const store = await makeStore[engine](options.tickets);
  try {
    const { environment, bytes } = store;
    const machines = await startProcessSetups(environment);
    try {
      const measured: Scaled[] = [];
      for (const work of works) {
        log(`${engine}: ${work.name}`);
        const direct = await measureWork(work, machines.direct, options);
        measured.push({ name: work.name, direct, through: await measureWork(work, machines.through, options) });
      }
      return { engine, bytes, works: measured };
    } finally {
      await machines.stop();
    }
  } finally {
    await store.remove();
  }
}

async function measureWork(
  work: Work,
  setups: readonly ProcessSetup[],
  { tickets, seconds }: Options,
): Promise<Record<number, Speed>> {
  const measured = setups.map(setup => ({ setup, speeds: [] as Speed[] }));
  for (const setup of setups) await fire(work, setup, tickets, warmUpSeconds);
  for (let round = 0; round < rounds; round++) {
    for (const { setup, speeds } of measured) speeds.push(await fire(work, setup, tickets, seconds / rounds));
  }
  const medianOf = (speeds: readonly Speed[], of: keyof Speed) => median(speeds.map(speed => speed[of]));
  return Object.fromEntries(
    measured.map(({ setup: { processes }, speeds }) => [
      processes,
      { perSecond: medianOf(speeds, 'perSecond'), cpu: medianOf(speeds, 'cpu') },
    ]),
  );
}

/** Sends requests to all servers of a setup in parallel. */
async function fire(work: Work, setup: ProcessSetup, tickets: number, seconds: number): Promise<Speed> {
  setup.choose();
  const shotOf = await work.shotFor(setup, tickets);
  const cpuTimes = () => Promise.all(setup.servers.map(server => server.cpuTime()));
  const before = sum(await cpuTimes());
  const fired = await Promise.all(setup.loads.map(load => load.send(shotOf, seconds)));
  const requests = sum(fired.map(({ milliseconds }) => milliseconds.length));
  return {
    perSecond: sum(fired.map(({ perSecond }) => perSecond)),
    cpu: (sum(await cpuTimes()) - before) / requests,
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
