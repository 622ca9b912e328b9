import type { Fact } from '../facts.ts';
import { type Beside, shareBeside } from './beside-slow-clients.ts';
import type { Flooded } from './flood.ts';
import type { Held } from './held.ts';
import type { Endings } from './slow-clients.ts';
import { type SlowKind, slowKinds } from './slow-kinds.ts';
import type { Steady } from './steady.ts';
import { type Summary, wrongWords } from './summary.ts';

/** All that was measured of load. */
export type Load = { steady: Steady; flood: Flooded; beside: Beside };

/** What has to hold of it on any machine. */
export const factsOf = ({ steady, flood, beside }: Load): Fact[] => [
  ...factsOfSteady(steady),
  ...factsOfFlood(flood, steady.held.at(-1)),
  ...factsOfSlowClients(beside),
];

function factsOfSteady({ all, held }: Steady): Fact[] {
  const [middle, end] = [held[Math.floor(held.length / 2)], held.at(-1)];
  return [
    allAnswered('steady work: all is answered', all),
    notMore('steady work: the heaps stay, from the middle to the end', 'heapUsed', 1.05, middle, end),
    notMore('steady work: what is resident stays, from the middle to the end', 'rss', 1.1, middle, end),
  ];
}

/** Of what was meant to be sent; with less it was no flood. */
const leastSent = 0.95;
/** Milliseconds: twice as long as the slowest of a hundred took, and more than a newcomer waited, see decision 5 of `server/`. */
const latestInFlood = 10_000;

function factsOfFlood({ meant, sent, during, recovery, held }: Flooded, before: Held | undefined): Fact[] {
  const { firstAnswer, quick } = recovery;
  return [
    { name: 'flood: it was sent', holds: sent >= meant * leastSent, seen: `${percent(sent / meant)} of it` },
    answeredOrShed('flood: what is not answered is refused, with Retry-After', during),
    someShed(during),
    {
      name: `flood: 99 of 100 answers come within ${latestInFlood / 1000} s`,
      holds: during.answered.p99 <= latestInFlood,
      seen: `within ${Math.round(during.answered.p99)} ms`,
    },
    {
      name: `flood: answers are as quick as before within ${latestInFlood / 1000} s of its end`,
      holds: quick !== undefined && quick <= latestInFlood,
      seen: `the first after ${Math.round(firstAnswer)} ms, all ${quick === undefined ? 'not' : `after ${Math.round(quick)} ms`}`,
    },
    notMore('flood: the heaps are as before, afterwards', 'heapUsed', 1.15, before, held),
  ];
}

/** Without refusals what is too much is answered later and later. */
const someShed = ({ answered, shed }: Summary): Fact => ({
  name: `flood: some of it is refused, unless half of it is answered within ${enoughRoom} ms`,
  holds: shed.count > 0 || answered.p50 <= enoughRoom,
  seen: `${shed.count} refused, half within ${Math.round(answered.p50)} ms`,
});

/** Of what is answered without slow clients. */
const leastBeside = 0.25;

function factsOfSlowClients(measured: Beside): Fact[] {
  const { slow, connected, without, coming, beside, endings, held } = measured;
  const { before, after } = held;
  const share = shareBeside(measured);
  const unended = besideLimits.filter(kind => endedAsMeant(endings[kind], kind) < endings[kind].clients);
  const otherwise = slowKinds.flatMap(kind =>
    Object.keys(endings[kind].ways).filter(way => !waysOut[kind].includes(way)),
  );
  return [
    answeredOrShed('slow clients: while they come the others are answered or refused', coming),
    allAnswered('slow clients: beside them all of the others is answered', beside),
    allAnswered('slow clients: and all without them', without),
    {
      name: `slow clients: beside them as much is answered as without (${percent(leastBeside)} at least)`,
      holds: share >= leastBeside,
      seen: percent(share),
    },
    { name: 'slow clients: all stand at the end', holds: connected === slow, seen: `${connected} of ${slow}` },
    {
      name: 'slow clients: headers and uploads are all ended by 408, who reads is cut or gets the rest',
      holds: unended.length + otherwise.length === 0,
      seen: [...unended.map(kind => `not all ${kind}`), ...otherwise].join(', ') || 'so it is',
    },
    {
      name: 'slow clients: no connection is left of them',
      holds: after.bff.connections <= before.bff.connections,
      seen: `${before.bff.connections} before, ${after.bff.connections} after`,
    },
    notMore('slow clients: the heaps are as before, afterwards', 'heapUsed', 1.15, before, after),
  ];
}

/** How a server ends who takes too long: by an answer, unless one is under way; 503 is one that came before its end. Who reads on may have the whole. */
const waysOut: Record<SlowKind, readonly string[]> = {
  'slow headers': ['408'],
  'slow uploads': ['408', '503'],
  'slow readers': ['cut', 'whole'],
};

const endedAsMeant = ({ ways }: Endings, kind: SlowKind): number =>
  waysOut[kind].reduce((sum, way) => sum + (ways[way] ?? 0), 0);

/** Of whom each took longer than that in the time that was measured. */
const besideLimits = ['slow headers', 'slow uploads'] as const;

/** Milliseconds in which half of the answers come where a machine has room for what is asked; where it has not, some is refused. */
const enoughRoom = 500;

const allAnswered = (name: string, { answered, shed, withoutRetryAfter, wrong }: Summary): Fact => ({
  name: `${name}, if half of it is within ${enoughRoom} ms`,
  holds:
    answered.count > 0 &&
    withoutRetryAfter === 0 &&
    wrongWords(wrong) === '0' &&
    (shed.count === 0 || answered.p50 > enoughRoom),
  seen: `${shed.count + withoutRetryAfter} shed, ${wrongWords(wrong)} wrong, half within ${Math.round(answered.p50)} ms`,
});

const answeredOrShed = (name: string, { shed, withoutRetryAfter, wrong }: Summary): Fact => ({
  name,
  holds: withoutRetryAfter === 0 && wrongWords(wrong) === '0',
  seen: `${shed.count} so, ${withoutRetryAfter} without Retry-After, ${wrongWords(wrong)} wrong`,
});

/** Neither server holds more than so many times what it held. */
function notMore(name: string, what: 'heapUsed' | 'rss', most: number, before?: Held, after?: Held): Fact {
  const ratioOf = (server: 'api' | 'bff') => (after?.[server][what] ?? Number.NaN) / (before?.[server][what] ?? 0);
  const [api, bff] = [ratioOf('api'), ratioOf('bff')];
  return {
    name: `${name} (${percent(most)} at most)`,
    holds: api <= most && bff <= most,
    seen: `api ${percent(api)}, bff ${percent(bff)}`,
  };
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;
