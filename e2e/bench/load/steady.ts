import type { WebDesk } from '../web-desk.ts';
import { type Agents, type Ended, work } from './agents.ts';
import { type Held, hold } from './held.ts';
import { type Kind, kinds } from './mix.ts';
import { type Summary, summarise } from './summary.ts';

/** A long time of work. */
export type Steady = {
  connections: number;
  seconds: number;
  /** What was answered. */
  perSecond: number;
  all: Summary;
  byKind: Record<Kind, Summary>;
  /** At the beginning and after each part, the last one at the end. */
  held: Held[];
};

const warmUpSeconds = 5;
/** After each of them is looked at what is held. */
const parts = 4;

/** Lets agents work, and looks at what the servers hold in the meantime. */
export async function measureSteady(
  webDesk: WebDesk,
  agents: Agents,
  connections: number,
  seconds: number,
): Promise<Steady> {
  await work(agents, connections, warmUpSeconds);
  const held = [await hold('at the beginning', webDesk)];
  const ended: Ended[] = [];
  for (let part = 1; part <= parts; part++) {
    ended.push(...(await work(agents, connections, seconds / parts)));
    held.push(await hold(`after ${(part * seconds) / parts} s`, webDesk));
  }
  const ofKind = (kind: Kind) => summarise(ended.filter(end => end.kind === kind));
  const byKind = Object.fromEntries(kinds.map(kind => [kind, ofKind(kind)])) as Record<Kind, Summary>;
  const all = summarise(ended);
  return { connections, seconds, perSecond: all.answered.count / seconds, all, byKind, held };
}
