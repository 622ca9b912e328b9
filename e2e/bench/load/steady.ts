import type { Memory } from '../watched-server.ts';
import type { WebDesk } from '../web-desk.ts';
import { type Agents, type Ended, work } from './agents.ts';
import { type Kind, kinds } from './mix.ts';
import { type Summary, summarise } from './summary.ts';

/** What both servers hold once their garbage is collected, in bytes. */
type Held = { seconds: number; api: Memory; bff: Memory };

/** A long time of work. */
export type Steady = {
  connections: number;
  seconds: number;
  /** What was answered. */
  perSecond: number;
  all: Summary;
  byKind: Record<Kind, Summary>;
  held: Held[];
};

const warmUpSeconds = 5;
/** After each of them is looked at what is held. */
const parts = 4;

/** Lets agents work, and looks at what the servers hold in the meantime. */
export async function measureSteady(
  { desk, bff }: WebDesk,
  agents: Agents,
  connections: number,
  seconds: number,
): Promise<Steady> {
  const hold = async (at: number): Promise<Held> => ({
    seconds: at,
    api: await desk.server.memory(),
    bff: await bff.memory(),
  });
  await work(agents, connections, warmUpSeconds);
  const held = [await hold(0)];
  const ended: Ended[] = [];
  for (let part = 1; part <= parts; part++) {
    ended.push(...(await work(agents, connections, seconds / parts)));
    held.push(await hold((part * seconds) / parts));
  }
  const ofKind = (kind: Kind) => summarise(ended.filter(end => end.kind === kind));
  const byKind = Object.fromEntries(kinds.map(kind => [kind, ofKind(kind)])) as Record<Kind, Summary>;
  const all = summarise(ended);
  return { connections, seconds, perSecond: all.answered / seconds, all, byKind, held };
}
