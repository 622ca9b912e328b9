import type { WebDesk } from '../web-desk.ts';
import { type Agents, type Ended, work } from './agents.ts';
import { type Held, hold } from './held.ts';
import { type Kind, kinds } from './mix.ts';
import { type Summary, summarise } from './summary.ts';

/** The results of a long period of work. */
export type Steady = {
  connections: number;
  seconds: number;
  /** The rate of responses. */
  perSecond: number;
  all: Summary;
  byKind: Record<Kind, Summary>;
  /** The resource usage at the start and after each part. */
  held: Held[];
};

const warmUpSeconds = 5;
/** The resource usage is measured after each part. */
const parts = 4;

/** Runs the agents and measures the servers' resource usage from time to time. */
export async function measureSteady(
  webDesk: WebDesk,
  agents: Agents,
  connections: number,
  seconds: number,
): Promise<Steady> {
  await work(agents, connections, warmUpSeconds);
  const held = [await hold('at the start', webDesk)];
  const ended: Ended[] = [];
  for (let part = 1; part <= parts; part++) {
    ended.push(...(await work(agents, connections, seconds / parts)));
    held.push(await hold(`after ${(part * seconds) / parts} s`, webDesk));
  }
  const summariseKind = (kind: Kind) => summarise(ended.filter(end => end.kind === kind));
  const byKind = Object.fromEntries(kinds.map(kind => [kind, summariseKind(kind)])) as Record<Kind, Summary>;
  const all = summarise(ended);
  return { connections, seconds, perSecond: all.answered.count / seconds, all, byKind, held };
}
