import { type SlowKind, slowKinds } from '../../../e2e/slow-client-kinds.ts';
import type { SlowClientOutcomes } from '../../../e2e/slow-clients.ts';
import type { Check } from '../checks.ts';
import type { OverloadResults } from './overload.ts';
import type { Steady } from './steady.ts';
import { formatFailures, type Summary } from './summary.ts';
import type { ServerUsage } from './usage.ts';
import { computeRateShare, type SlowClientRun } from './with-slow-clients.ts';

/** All measurements of the load benchmark. */
export type LoadResults = { steady: Steady; overload: OverloadResults; withSlowClients: SlowClientRun };

/** Lists the checks that must pass on any machine. */
export const checkLoad = ({ steady, overload, withSlowClients }: LoadResults): Check[] => [
  ...checkSteady(steady),
  ...checkOverload(overload, steady.usages.at(-1)),
  ...checkSlowClients(withSlowClients),
];

function checkSteady({ all, usages }: Steady): Check[] {
  const [middle, end] = [usages[Math.floor(usages.length / 2)], usages.at(-1)];
  return [
    checkAllAnswered('steady work: every request succeeds', all),
    checkGrowth('steady work: the heaps do not grow in the second half', 'heapUsed', 1.05, middle, end),
    checkGrowth('steady work: resident memory does not grow in the second half', 'rss', 1.1, middle, end),
  ];
}

/** The minimum share of the planned requests that must be sent; fewer would not be an overload. */
const minimumSentShare = 0.95;
/** Twice the observed 99th percentile, see decision 5 of `server/`. */
const maximumMilliseconds = 10_000;

function checkOverload(
  { planned, sent, during, recovery, usage }: OverloadResults,
  before: ServerUsage | undefined,
): Check[] {
  const { firstSuccess, quick } = recovery;
  return [
    {
      name: 'overload: the planned requests were sent',
      passed: sent >= planned * minimumSentShare,
      observed: `${percent(sent / planned)} of the requests`,
    },
    checkAnsweredOrShed('overload: every request succeeds or is shed with Retry-After', during),
    checkShedding(during),
    {
      name: `overload: 99% of responses come within ${maximumMilliseconds / 1000} s`,
      passed: during.answered.p99 <= maximumMilliseconds,
      observed: `within ${Math.round(during.answered.p99)} ms`,
    },
    {
      name: `overload: responses are as fast as before within ${maximumMilliseconds / 1000} s of its end`,
      passed: quick !== undefined && quick <= maximumMilliseconds,
      observed: `the first after ${Math.round(firstSuccess)} ms, ${quick === undefined ? 'not all' : `all after ${Math.round(quick)} ms`}`,
    },
    checkGrowth('overload: the heaps are as large afterwards as before', 'heapUsed', 1.15, before, usage),
  ];
}

/** Checks that requests are shed: otherwise responses would come later and later. */
const checkShedding = ({ answered, shed }: Summary): Check => ({
  name: `overload: some requests are shed, unless half of the responses come within ${uncongestedMilliseconds} ms`,
  passed: shed.count > 0 || answered.p50 <= uncongestedMilliseconds,
  observed: `${shed.count} shed, half within ${Math.round(answered.p50)} ms`,
});

/** The minimum share of the rate without slow clients. */
const minimumShare = 0.25;

function checkSlowClients(measured: SlowClientRun): Check[] {
  const { slow, connected, without, connecting, withSlow, outcomes, usage } = measured;
  const { before, after } = usage;
  const share = computeRateShare(measured);
  const stillConnected = timedOutKinds.filter(
    kind => countExpectedOutcomes(outcomes[kind], kind) < outcomes[kind].clients,
  );
  const unexpectedOutcomes = slowKinds.flatMap(kind =>
    Object.keys(outcomes[kind].counts).filter(outcome => !expectedOutcomes[kind].includes(outcome)),
  );
  return [
    checkAnsweredOrShed('slow clients: while they connect, other requests succeed or are shed', connecting),
    checkAllAnswered('slow clients: once they are connected, all other requests succeed', withSlow),
    checkAllAnswered('slow clients: without them, all requests succeed', without),
    {
      name: `slow clients: the rate of responses is at least ${percent(minimumShare)} of the rate without them`,
      passed: share >= minimumShare,
      observed: percent(share),
    },
    {
      name: 'slow clients: all are connected at the end',
      passed: connected === slow,
      observed: `${connected} of ${slow}`,
    },
    {
      name: 'slow clients: headers end with 408, uploads with 408 or 503; readers are disconnected or get the whole response',
      passed: stillConnected.length + unexpectedOutcomes.length === 0,
      observed:
        [...stillConnected.map(kind => `not all ${kind} ended`), ...unexpectedOutcomes].join(', ') || 'as expected',
    },
    {
      name: 'slow clients: no connection stays open',
      passed: after.bff.connections <= before.bff.connections,
      observed: `${before.bff.connections} before, ${after.bff.connections} after`,
    },
    checkGrowth('slow clients: the heaps are as large afterwards as before', 'heapUsed', 1.15, before, after),
  ];
}

/** The expected outcomes of slow clients. 503 is a shed upload; slow readers may get the whole response. */
const expectedOutcomes: Record<SlowKind, readonly string[]> = {
  'slow headers': ['408'],
  'slow uploads': ['408', '503'],
  'slow readers': ['cut', 'whole'],
};

const countExpectedOutcomes = ({ counts }: SlowClientOutcomes, kind: SlowKind): number =>
  expectedOutcomes[kind].reduce((sum, outcome) => sum + (counts[outcome] ?? 0), 0);

/** The kinds whose clients all exceed a timeout during the measurement. */
const timedOutKinds = ['slow headers', 'slow uploads'] as const;

/** The median below which a machine has capacity for all requests. Above it, some requests may be shed. */
const uncongestedMilliseconds = 500;

const checkAllAnswered = (name: string, { answered, shed, withoutRetryAfter, failed }: Summary): Check => ({
  name: `${name}, if half of the responses come within ${uncongestedMilliseconds} ms`,
  passed:
    answered.count > 0 &&
    withoutRetryAfter === 0 &&
    formatFailures(failed) === '0' &&
    (shed.count === 0 || answered.p50 > uncongestedMilliseconds),
  observed: `${shed.count + withoutRetryAfter} shed, ${formatFailures(failed)} failed, half within ${Math.round(answered.p50)} ms`,
});

const checkAnsweredOrShed = (name: string, { shed, withoutRetryAfter, failed }: Summary): Check => ({
  name,
  passed: withoutRetryAfter === 0 && formatFailures(failed) === '0',
  observed: `${shed.count} shed, ${withoutRetryAfter} without Retry-After, ${formatFailures(failed)} failed`,
});

/** Checks that the memory of neither server grew by more than a factor. */
function checkGrowth(
  name: string,
  field: 'heapUsed' | 'rss',
  maximum: number,
  before?: ServerUsage,
  after?: ServerUsage,
): Check {
  const computeRatio = (server: 'api' | 'bff') =>
    (after?.[server][field] ?? Number.NaN) / (before?.[server][field] ?? 0);
  const [api, bff] = [computeRatio('api'), computeRatio('bff')];
  return {
    name: `${name} (at most ${percent(maximum)})`,
    passed: api <= maximum && bff <= maximum,
    observed: `api ${percent(api)}, bff ${percent(bff)}`,
  };
}

const percent = (share: number): string => `${Math.round(share * 100)}%`;
