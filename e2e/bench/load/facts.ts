import type { Fact } from '../facts.ts';
import { type Beside, shareBeside } from './beside-slow-clients.ts';
import type { Flooded } from './flood.ts';
import type { Held } from './held.ts';
import type { Endings } from './slow-clients.ts';
import { type SlowKind, slowKinds } from './slow-kinds.ts';
import type { Steady } from './steady.ts';
import { type Summary, wrongWords } from './summary.ts';

/** All measurements of the load benchmark. */
export type Load = { steady: Steady; flood: Flooded; beside: Beside };

/** Lists the checks that must pass on any machine. */
export const factsOf = ({ steady, flood, beside }: Load): Fact[] => [
  ...checkSteady(steady),
  ...checkOverload(flood, steady.held.at(-1)),
  ...checkSlowClients(beside),
];

function checkSteady({ all, held }: Steady): Fact[] {
  const [middle, end] = [held[Math.floor(held.length / 2)], held.at(-1)];
  return [
    checkAllAnswered('steady work: every request gets a response', all),
    checkGrowth('steady work: the heaps do not grow in the second half', 'heapUsed', 1.05, middle, end),
    checkGrowth('steady work: resident memory does not grow in the second half', 'rss', 1.1, middle, end),
  ];
}

/** The minimum share of the planned requests; with fewer it was no overload. */
const minimumSentShare = 0.95;
/** Twice the observed 99th percentile, see decision 5 of `server/`. */
const maximumMilliseconds = 10_000;

function checkOverload({ meant, sent, during, recovery, held }: Flooded, before: Held | undefined): Fact[] {
  const { firstAnswer, quick } = recovery;
  return [
    {
      name: 'overload: it was sent',
      holds: sent >= meant * minimumSentShare,
      seen: `${percent(sent / meant)} of the requests`,
    },
    checkAnsweredOrShed('overload: all other requests are shed with Retry-After', during),
    checkShedding(during),
    {
      name: `overload: 99 % of responses come within ${maximumMilliseconds / 1000} s`,
      holds: during.answered.p99 <= maximumMilliseconds,
      seen: `within ${Math.round(during.answered.p99)} ms`,
    },
    {
      name: `overload: responses are as fast as before within ${maximumMilliseconds / 1000} s of its end`,
      holds: quick !== undefined && quick <= maximumMilliseconds,
      seen: `the first after ${Math.round(firstAnswer)} ms, all ${quick === undefined ? 'not' : `after ${Math.round(quick)} ms`}`,
    },
    checkGrowth('overload: the heaps are as large afterwards as before', 'heapUsed', 1.15, before, held),
  ];
}

/** Checks that requests are shed: unexpectedEndings responses would come later and later. */
const checkShedding = ({ answered, shed }: Summary): Fact => ({
  name: `overload: some requests are shed, unless half of the responses come within ${uncongestedMilliseconds} ms`,
  holds: shed.count > 0 || answered.p50 <= uncongestedMilliseconds,
  seen: `${shed.count} shed, half within ${Math.round(answered.p50)} ms`,
});

/** The minimum share of the rate without slow clients. */
const minimumShare = 0.25;

function checkSlowClients(measured: Beside): Fact[] {
  const { slow, connected, without, coming, beside, endings, held } = measured;
  const { before, after } = held;
  const share = shareBeside(measured);
  const stillConnected = timedOutKinds.filter(
    kind => countExpectedEndings(endings[kind], kind) < endings[kind].clients,
  );
  const unexpectedEndings = slowKinds.flatMap(kind =>
    Object.keys(endings[kind].ways).filter(way => !expectedEndings[kind].includes(way)),
  );
  return [
    checkAnsweredOrShed('slow clients: while they connect, other requests get a response or are shed', coming),
    checkAllAnswered('slow clients: once they are connected, all other requests get a response', beside),
    checkAllAnswered('slow clients: without them, all requests get a response', without),
    {
      name: `slow clients: the rate of responses is at least ${percent(minimumShare)} of that without them`,
      holds: share >= minimumShare,
      seen: percent(share),
    },
    { name: 'slow clients: all are connected at the end', holds: connected === slow, seen: `${connected} of ${slow}` },
    {
      name: 'slow clients: headers and uploads end with 408; readers are disconnected or get the whole response',
      holds: stillConnected.length + unexpectedEndings.length === 0,
      seen: [...stillConnected.map(kind => `not all ${kind} ended`), ...unexpectedEndings].join(', ') || 'as expected',
    },
    {
      name: 'slow clients: no connection stays open',
      holds: after.bff.connections <= before.bff.connections,
      seen: `${before.bff.connections} before, ${after.bff.connections} after`,
    },
    checkGrowth('slow clients: the heaps are as large afterwards as before', 'heapUsed', 1.15, before, after),
  ];
}

/** The expected endings of slow clients. 503 is a shed upload; slow readers may get the whole response. */
const expectedEndings: Record<SlowKind, readonly string[]> = {
  'slow headers': ['408'],
  'slow uploads': ['408', '503'],
  'slow readers': ['cut', 'whole'],
};

const countExpectedEndings = ({ ways }: Endings, kind: SlowKind): number =>
  expectedEndings[kind].reduce((sum, way) => sum + (ways[way] ?? 0), 0);

/** The kinds of which every client exceeds a timeout during the measurement. */
const timedOutKinds = ['slow headers', 'slow uploads'] as const;

/** The median below which a machine has capacity for all requests; above it, some may be shed. */
const uncongestedMilliseconds = 500;

const checkAllAnswered = (name: string, { answered, shed, withoutRetryAfter, wrong }: Summary): Fact => ({
  name: `${name}, if half of them come within ${uncongestedMilliseconds} ms`,
  holds:
    answered.count > 0 &&
    withoutRetryAfter === 0 &&
    wrongWords(wrong) === '0' &&
    (shed.count === 0 || answered.p50 > uncongestedMilliseconds),
  seen: `${shed.count + withoutRetryAfter} shed, ${wrongWords(wrong)} failed, half within ${Math.round(answered.p50)} ms`,
});

const checkAnsweredOrShed = (name: string, { shed, withoutRetryAfter, wrong }: Summary): Fact => ({
  name,
  holds: withoutRetryAfter === 0 && wrongWords(wrong) === '0',
  seen: `${shed.count} shed, ${withoutRetryAfter} without Retry-After, ${wrongWords(wrong)} failed`,
});

/** Checks that the memory of neither server grew by more than a factor. */
function checkGrowth(name: string, field: 'heapUsed' | 'rss', maximum: number, before?: Held, after?: Held): Fact {
  const computeRatio = (server: 'api' | 'bff') =>
    (after?.[server][field] ?? Number.NaN) / (before?.[server][field] ?? 0);
  const [api, bff] = [computeRatio('api'), computeRatio('bff')];
  return {
    name: `${name} (at most ${percent(maximum)})`,
    holds: api <= maximum && bff <= maximum,
    seen: `api ${percent(api)}, bff ${percent(bff)}`,
  };
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;
