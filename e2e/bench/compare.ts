import { requireAgreement, tagOf } from './agreement.ts';
import { type Desk, startFloor } from './desk.ts';
import { connect, type Load, type Round, type Shot } from './fire.ts';
import { type Compared, type Requests, requestsOf } from './requests.ts';
import { median, medianRatio, percentile } from './statistics.ts';

const connections = 16;
/** Short alternating rounds, so that load from other processes affects all servers alike. */
const rounds = 8;
const warmUpSeconds = 0.5;

/** The API compared with the baselines in one request. Ratios are of requests per second. */
export type Comparison = {
  request: string;
  apiPerSecond: number;
  /** Milliseconds of the API (99th percentile) under the load of all connections. */
  p99: number;
  floorPerSecond: number;
  ofFloor: number;
  expressPerSecond: number;
  ofExpress: number;
  aim: 'baseline' | 'express' | null;
};

type Server = { url: string; load: Load };

/** Measures every compared request on a desk; POST comes last since it changes the store. */
export async function compareWithFloors(
  desk: Desk,
  seconds: number,
  log: (text: string) => void,
): Promise<Comparison[]> {
  const baselines = await Promise.all([startFloor(desk, 'bare'), startFloor(desk, 'express')]);
  const requests = requestsOf(desk);
  for (const { url } of baselines) await requireAgreement(desk, url, requests);
  const servers = [desk.url, ...baselines.map(({ url }) => url)].map(url => ({ url, load: connect(url, connections) }));
  const comparisons: Comparison[] = [];
  for (const compared of requests.compared) {
    log(compared.name);
    const shots = await Promise.all(
      servers.map(async server => [server, await prepareGet(desk, server, compared)] as const),
    );
    comparisons.push(compare(compared, await measureRounds(shots, seconds)));
  }
  log('POST a message');
  const posts = servers.map(server => [server, preparePost(desk, requests)] as const);
  comparisons.push(compare({ name: 'POST a message' }, await measureRounds(posts, seconds)));
  await Promise.all(servers.map(({ load }) => load.close()));
  await Promise.all(baselines.map(baseline => baseline.stop()));
  return comparisons;
}

type ShotOf = (turn: number) => Shot;

async function prepareGet(desk: Desk, { url }: Server, compared: Compared): Promise<ShotOf> {
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

function preparePost(desk: Desk, { messagesPath }: Requests): ShotOf {
  const headers = { ...desk.headers, 'content-type': 'application/json' };
  const body = JSON.stringify({ body: 'We have found the cause, and it will be fixed by tomorrow.' });
  let posted = 0;
  return () => ({ method: 'POST', path: messagesPath(posted++), headers, body, status: 201 });
}

/** Measures alternating rounds. @returns the rounds of each server, in the order of the servers */
async function measureRounds(shots: readonly (readonly [Server, ShotOf])[], seconds: number): Promise<Round[][]> {
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
  [api = [], baseline = [], express = []]: Round[][],
): Comparison {
  const speeds = [api, baseline, express].map(rounds => rounds.map(({ perSecond }) => perSecond));
  const [apiSpeeds = [], baselineSpeeds = [], expressSpeeds = []] = speeds;
  return {
    request: name,
    apiPerSecond: median(apiSpeeds),
    p99: median(api.map(({ milliseconds }) => percentile(milliseconds, 0.99))),
    floorPerSecond: median(baselineSpeeds),
    ofFloor: medianRatio(apiSpeeds, baselineSpeeds),
    expressPerSecond: median(expressSpeeds),
    ofExpress: medianRatio(apiSpeeds, expressSpeeds),
    aim: aim ?? null,
  };
}
