import { requireAgreement, tagOf } from './agreement.ts';
import { type Desk, startFloor } from './desk.ts';
import { connect, type Load, type Round, type Shot } from './fire.ts';
import { type Compared, type Requests, requestsOf } from './requests.ts';
import { median, medianRatio, percentile } from './statistics.ts';

const connections = 16;
/** Short ones, taken in turns: this way a busy moment of the machine meets everybody. */
const rounds = 8;
const warmUpSeconds = 0.5;

/** The API beside the floors in one request. Ratios are of requests per second. */
export type Comparison = {
  request: string;
  apiPerSecond: number;
  /** Milliseconds of the API in 99 of 100 requests, under the load of all connections. */
  p99: number;
  floorPerSecond: number;
  ofFloor: number;
  expressPerSecond: number;
  ofExpress: number;
  aim: 'floor' | 'express' | null;
};

type Server = { url: string; load: Load };

/** Measures every compared request of a desk, POST at the end since it changes the store. */
export async function compareWithFloors(
  desk: Desk,
  seconds: number,
  say: (text: string) => void,
): Promise<Comparison[]> {
  const floors = await Promise.all([startFloor(desk, 'bare'), startFloor(desk, 'express')]);
  const requests = requestsOf(desk);
  for (const { url } of floors) await requireAgreement(desk, url, requests);
  const servers = [desk.url, ...floors.map(({ url }) => url)].map(url => ({ url, load: connect(url, connections) }));
  const comparisons: Comparison[] = [];
  for (const compared of requests.compared) {
    say(compared.name);
    const shots = await Promise.all(
      servers.map(async server => [server, await reading(desk, server, compared)] as const),
    );
    comparisons.push(compare(compared, await inTurns(shots, seconds)));
  }
  say('POST a message');
  const posts = servers.map(server => [server, posting(desk, requests)] as const);
  comparisons.push(compare({ name: 'POST a message' }, await inTurns(posts, seconds)));
  await Promise.all(servers.map(({ load }) => load.close()));
  await Promise.all(floors.map(floor => floor.stop()));
  return comparisons;
}

type ShotOf = (turn: number) => Shot;

async function reading(desk: Desk, { url }: Server, compared: Compared): Promise<ShotOf> {
  const { path, conditional } = compared;
  const condition = conditional ? { 'if-none-match': await tagOf(url, compared, desk) } : {};
  const shot: Shot = {
    method: 'GET',
    path,
    headers: { ...desk.headers, ...condition },
    status: conditional ? 304 : 200,
  };
  return () => shot;
}

function posting(desk: Desk, { messagesPath }: Requests): ShotOf {
  const headers = { ...desk.headers, 'content-type': 'application/json' };
  const body = JSON.stringify({ body: 'We have found the cause, and it will be mended by tomorrow.' });
  let posted = 0;
  return () => ({ method: 'POST', path: messagesPath(posted++), headers, body, status: 201 });
}

/** The rounds of each server, in the order of the servers. */
async function inTurns(shots: readonly (readonly [Server, ShotOf])[], seconds: number): Promise<Round[][]> {
  for (const [{ load }, shotOf] of shots) await load.fire(shotOf, warmUpSeconds);
  const measured: Round[][] = shots.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, [{ load }, shotOf]] of shots.entries()) {
      measured[index]?.push(await load.fire(shotOf, seconds / rounds));
    }
  }
  return measured;
}

function compare(
  { name, aim }: Pick<Compared, 'name' | 'aim'>,
  [api = [], floor = [], express = []]: Round[][],
): Comparison {
  const [ours, bare, framework] = [api, floor, express].map(rounds => rounds.map(({ perSecond }) => perSecond));
  return {
    request: name,
    apiPerSecond: median(ours ?? []),
    p99: median(api.map(({ milliseconds }) => percentile(milliseconds, 0.99))),
    floorPerSecond: median(bare ?? []),
    ofFloor: medianRatio(ours ?? [], bare ?? []),
    expressPerSecond: median(framework ?? []),
    ofExpress: medianRatio(ours ?? [], framework ?? []),
    aim: aim ?? null,
  };
}
