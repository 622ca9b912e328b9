import { request } from 'undici';
import { scopes } from '#contract/vocabulary';
import { connect, type Load, type Shot } from '../fire.ts';
import { runDesk } from '../run-desk.ts';
import { median } from '../statistics.ts';
import { agent } from '../stores.ts';
import { startWatched, type WatchedServer } from '../watched-server.ts';
import { type Bytes, type Engine, makeStore } from './stores.ts';

/** How much so many processes answer. */
type Speed = {
  perSecond: number;
  /** Microseconds of processor time that a request takes of the API. */
  cpu: number;
};

/** One request on one engine, by the number of processes. */
type Scaled = { name: string; byProcesses: Record<number, Speed> };

/** All of an engine. */
export type Scale = { engine: Engine; bytes: Bytes; works: Scaled[] };

const connections = 16;
/** Short ones, in turns: a busy moment of the machine meets one process as much as two. */
const rounds = 5;
const warmUpSeconds = 1;

type Work = { name: string; shotFor(process: Process): Promise<(turn: number) => Shot> };
type Process = { server: WatchedServer; load: Load; headers: Record<string, string>; tickets: number };

const get = (path: string) => async (process: Process) => () =>
  ({ method: 'GET', path, headers: process.headers, status: 200 }) satisfies Shot;

const list = '/v1/tickets?state=open&sort=-priority,created_at';

const works: readonly Work[] = [
  { name: 'one ticket', shotFor: get('/v1/tickets/500') },
  { name: 'list of 30', shotFor: get(list) },
  { name: 'list of 30, 304', shotFor: unchanged },
  { name: 'search', shotFor: get('/v1/tickets?q=invoice') },
  { name: 'POST a message', shotFor: post },
];

async function unchanged({ server, headers }: Process): Promise<() => Shot> {
  const answer = await request(server.url + list, { headers });
  await answer.body.dump();
  const condition = { 'if-none-match': String(answer.headers['etag']) };
  return () => ({ method: 'GET', path: list, headers: { ...headers, ...condition }, status: 304 });
}

async function post({ headers, tickets }: Process): Promise<(turn: number) => Shot> {
  const body = JSON.stringify({ body: 'We have found the cause, and it will be mended by tomorrow.' });
  const fields = { ...headers, 'content-type': 'application/json' };
  const path = (turn: number) => `/v1/tickets/${1 + ((turn * 7919) % tickets)}/messages`;
  return turn => ({ method: 'POST', path: path(turn), headers: fields, body, status: 201 });
}

/** Measures every request on one process and on two, on a store of so many tickets. */
export async function measureScale(
  engine: Engine,
  { tickets, seconds }: { tickets: number; seconds: number },
  say: (text: string) => void,
): Promise<Scale> {
  const store = await makeStore[engine](tickets);
  try {
    const { environment, bytes } = store;
    const processes = await startProcesses(environment, tickets);
    const measured: Scaled[] = [];
    for (const work of works) {
      say(`${engine}: ${work.name}`);
      measured.push({ name: work.name, byProcesses: await measureWork(work, processes, seconds) });
    }
    await Promise.all(processes.map(({ load, server }) => load.close().then(server.stop)));
    return { engine, bytes, works: measured };
  } finally {
    await store.remove();
  }
}

async function startProcesses(environment: Record<string, string>, tickets: number): Promise<Process[]> {
  const asked = ['--person', agent.email, '--scope', scopes.join(' ')];
  const token = await runDesk(environment, 'tokens', 'create', ...asked);
  const headers = { authorization: `Bearer ${token}` };
  const start = async (): Promise<Process> => {
    const server = await startWatched('api/main.ts', {
      API_PORT: '0',
      RATE_LIMIT_PER_MINUTE: '1000000',
      LOG_LEVEL: 'info',
      ...environment,
    });
    return { server, load: connect(server.url, connections), headers, tickets };
  };
  return Promise.all([start(), start()]);
}

async function measureWork(work: Work, processes: readonly Process[], seconds: number): Promise<Record<number, Speed>> {
  const ways = [1, 2].map(count => ({ count, processes: processes.slice(0, count), speeds: [] as Speed[] }));
  for (const process of processes) await fire(work, [process], warmUpSeconds);
  for (let round = 0; round < rounds; round++) {
    for (const way of ways) way.speeds.push(await fire(work, way.processes, seconds / rounds));
  }
  const middle = (speeds: readonly Speed[], of: keyof Speed) => median(speeds.map(speed => speed[of]));
  return Object.fromEntries(
    ways.map(({ count, speeds }) => [count, { perSecond: middle(speeds, 'perSecond'), cpu: middle(speeds, 'cpu') }]),
  );
}

/** Fires at all of them at once. */
async function fire(work: Work, processes: readonly Process[], seconds: number): Promise<Speed> {
  const cpuTimes = () => Promise.all(processes.map(({ server }) => server.cpuTime()));
  const before = sum(await cpuTimes());
  const fired = await Promise.all(
    processes.map(async process => process.load.fire(await work.shotFor(process), seconds)),
  );
  const requests = sum(fired.map(({ milliseconds }) => milliseconds.length));
  return {
    perSecond: sum(fired.map(({ perSecond }) => perSecond)),
    cpu: (sum(await cpuTimes()) - before) / requests,
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
