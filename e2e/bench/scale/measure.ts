import { request } from 'undici';
import type { Shot } from '../fire.ts';
import { median } from '../statistics.ts';
import { startMachines, type Way } from './machines.ts';
import { type Bytes, type Engine, makeStore } from './stores.ts';

/** How much so many processes answer. */
export type Speed = {
  perSecond: number;
  /** Microseconds of processor time that a request takes of all of them together. */
  cpu: number;
};

/** One request on one engine, by the number of processes: of the api alone, and through balancers and bffs. */
type Scaled = { name: string } & Record<'direct' | 'through', Record<number, Speed>>;

/** All of an engine. */
export type Scale = { engine: Engine; bytes: Bytes; works: Scaled[] };

/** Short ones, in turns: a busy moment of the machine meets one process as much as two. */
const rounds = 5;
const warmUpSeconds = 1;

type Work = { name: string; shotFor(way: Way, tickets: number): Promise<(turn: number) => Shot> };

const get = (path: string) => async (way: Way) => () =>
  ({ method: 'GET', path: way.prefix + path, headers: way.headers, status: 200 }) satisfies Shot;

const list = '/tickets?state=open&sort=-priority,created_at';

const works: readonly Work[] = [
  { name: 'one ticket', shotFor: get('/tickets/500') },
  { name: 'list of 30', shotFor: get(list) },
  { name: 'list of 30, 304', shotFor: unchanged },
  { name: 'search', shotFor: get('/tickets?q=invoice') },
  { name: 'POST a message', shotFor: post },
];

async function unchanged({ url, prefix, headers }: Way): Promise<() => Shot> {
  const path = prefix + list;
  const answer = await request(url + path, { headers });
  await answer.body.dump();
  const condition = { 'if-none-match': String(answer.headers['etag']) };
  return () => ({ method: 'GET', path, headers: { ...headers, ...condition }, status: 304 });
}

async function post({ prefix, headers }: Way, tickets: number): Promise<(turn: number) => Shot> {
  const body = JSON.stringify({ body: 'We have found the cause, and it will be mended by tomorrow.' });
  const fields = { ...headers, 'content-type': 'application/json' };
  const path = (turn: number) => `${prefix}/tickets/${1 + ((turn * 7919) % tickets)}/messages`;
  return turn => ({ method: 'POST', path: path(turn), headers: fields, body, status: 201 });
}

type Options = { tickets: number; seconds: number };

/** Measures every request with one process of each and with two, on a store of so many tickets. */
export async function measureScale(engine: Engine, options: Options, say: (text: string) => void): Promise<Scale> {
  const store = await makeStore[engine](options.tickets);
  try {
    const { environment, bytes } = store;
    const machines = await startMachines(environment);
    try {
      const measured: Scaled[] = [];
      for (const work of works) {
        say(`${engine}: ${work.name}`);
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
  ways: readonly Way[],
  { tickets, seconds }: Options,
): Promise<Record<number, Speed>> {
  const measured = ways.map(way => ({ way, speeds: [] as Speed[] }));
  for (const way of ways) await fire(work, way, tickets, warmUpSeconds);
  for (let round = 0; round < rounds; round++) {
    for (const { way, speeds } of measured) speeds.push(await fire(work, way, tickets, seconds / rounds));
  }
  const middle = (speeds: readonly Speed[], of: keyof Speed) => median(speeds.map(speed => speed[of]));
  return Object.fromEntries(
    measured.map(({ way: { processes }, speeds }) => [
      processes,
      { perSecond: middle(speeds, 'perSecond'), cpu: middle(speeds, 'cpu') },
    ]),
  );
}

/** Fires at all of them at once. */
async function fire(work: Work, way: Way, tickets: number, seconds: number): Promise<Speed> {
  way.choose();
  const shotOf = await work.shotFor(way, tickets);
  const cpuTimes = () => Promise.all(way.servers.map(server => server.cpuTime()));
  const before = sum(await cpuTimes());
  const fired = await Promise.all(way.loads.map(load => load.fire(shotOf, seconds)));
  const requests = sum(fired.map(({ milliseconds }) => milliseconds.length));
  return {
    perSecond: sum(fired.map(({ perSecond }) => perSecond)),
    cpu: (sum(await cpuTimes()) - before) / requests,
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
