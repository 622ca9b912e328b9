import { type RoundTripCounter, startRoundTripCounter } from './count-round-trips.ts';
import { type BenchDesk, startBaseline } from './desk.ts';
import { createLoadGenerator, type LoadGenerator, type LoadRequest, type LoadRound } from './load-generator.ts';
import { type ComparedRequest, createDeskRequests, type DeskRequests } from './requests.ts';
import { readETag, requireSameResponses } from './same-responses.ts';
import { median, medianRatio, percentile } from './statistics.ts';

const connections = 16;
/** Short alternating rounds, so that load from other processes affects both servers equally. */
const rounds = 8;
const warmUpSeconds = 0.5;

/** The API compared with the baseline in one request. Speeds are medians of the rounds. */
export type BaselineComparison = {
  request: string;
  apiPerSecond: number;
  /** The 99th percentile of the API in milliseconds, under the load of all connections; the median of the rounds. */
  p99: number;
  baselinePerSecond: number;
  /** The speed of the API relative to the baseline; the median of the rounds. */
  baselineRatio: number;
  /** The round trips of the API to PostgreSQL; undefined on SQLite. */
  roundTrips?: number;
  /** Whether the ratio has a minimum. */
  hasTarget: boolean;
};

type Server = { url: string; load: LoadGenerator };

/** Measures every compared request on a desk; POST comes last since it changes the store. */
export async function compareWithBaseline(
  desk: BenchDesk,
  seconds: number,
  log: (text: string) => void,
): Promise<BaselineComparison[]> {
  const baseline = await startBaseline(desk);
  const requests = createDeskRequests(desk);
  await requireSameResponses(desk, baseline.url, requests);
  const servers = [desk.url, baseline.url].map(url => ({ url, load: createLoadGenerator(url, connections) }));
  const comparisons: BaselineComparison[] = [];
  for (const comparedRequest of requests.compared) {
    log(comparedRequest.name);
    const gets = await Promise.all(
      servers.map(async server => [server, await prepareGet(desk, server, comparedRequest)] as const),
    );
    comparisons.push(compare(comparedRequest, await measureRounds(gets, seconds)));
  }
  log('POST a message');
  const posts = servers.map(server => [server, preparePost(desk, requests)] as const);
  comparisons.push(
    compare({ name: 'POST a message', hasTarget: desk.databaseUrl !== undefined }, await measureRounds(posts, seconds)),
  );
  if (desk.databaseUrl !== undefined) await addRoundTrips(comparisons, desk, requests);
  await Promise.all(servers.map(({ load }) => load.close()));
  await baseline.stop();
  return comparisons;
}

/** Adds the round trips of each request, in the order of the comparisons. */
async function addRoundTrips(comparisons: BaselineComparison[], desk: BenchDesk, requests: DeskRequests) {
  const counter: RoundTripCounter = await startRoundTripCounter(desk);
  const api = { url: desk.url };
  const gets = requests.compared.map(compared => prepareGet(desk, api, compared));
  const factories = [...(await Promise.all(gets)), preparePost(desk, requests)];
  for (const [index, comparison] of comparisons.entries()) {
    const createRequest = factories[index];
    if (createRequest !== undefined) comparison.roundTrips = await counter.count(createRequest);
  }
  await counter.stop();
}

type RequestFactory = (requestIndex: number) => LoadRequest;

async function prepareGet(
  desk: BenchDesk,
  { url }: Pick<Server, 'url'>,
  compared: ComparedRequest,
): Promise<RequestFactory> {
  const { path, conditional } = compared;
  const condition = conditional ? { 'if-none-match': await readETag(url, compared, desk) } : {};
  const request: LoadRequest = {
    method: 'GET',
    path,
    headers: { ...desk.headers, ...condition },
    status: conditional ? 304 : 200,
  };
  return () => request;
}

function preparePost(desk: BenchDesk, { messagesPath }: DeskRequests): RequestFactory {
  const headers = { ...desk.headers, 'content-type': 'application/json' };
  const body = JSON.stringify({ body: 'We have found the cause, and it will be fixed by tomorrow.' });
  let posted = 0;
  return () => ({ method: 'POST', path: messagesPath(posted++), headers, body, status: 201 });
}

/** Measures alternating rounds. @returns the rounds of each server, in the order of the servers */
async function measureRounds(
  requests: readonly (readonly [Server, RequestFactory])[],
  seconds: number,
): Promise<LoadRound[][]> {
  for (const [{ load }, createRequest] of requests) await load.send(createRequest, warmUpSeconds);
  const roundsByServer: LoadRound[][] = requests.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, [{ load }, createRequest]] of requests.entries()) {
      roundsByServer[index]?.push(await load.send(createRequest, seconds / rounds));
    }
  }
  return roundsByServer;
}

function compare(
  { name, hasTarget = false }: Pick<ComparedRequest, 'name' | 'hasTarget'>,
  [api = [], baseline = []]: LoadRound[][],
): BaselineComparison {
  const [apiSpeeds, baselineSpeeds] = [getSpeeds(api), getSpeeds(baseline)];
  return {
    request: name,
    apiPerSecond: median(apiSpeeds),
    p99: median(api.map(({ milliseconds }) => percentile(milliseconds, 0.99))),
    baselinePerSecond: median(baselineSpeeds),
    baselineRatio: medianRatio(apiSpeeds, baselineSpeeds),
    hasTarget,
  };
}

const getSpeeds = (rounds: readonly LoadRound[]): number[] => rounds.map(({ perSecond }) => perSecond);
