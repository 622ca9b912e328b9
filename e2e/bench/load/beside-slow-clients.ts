import { setTimeout } from 'node:timers/promises';
import type { WebDesk } from '../web-desk.ts';
import { type Agents, type Ended, work } from './agents.ts';
import { type Held, hold } from './held.ts';
import { makeLargeGist } from './large-gist.ts';
import { connectSlowly, type Endings } from './slow-clients.ts';
import type { SlowKind } from './slow-kinds.ts';
import { type Summary, summarise } from './summary.ts';

/** The same work without slow clients, beside them for longer than they are suffered, and without them again. */
export type Beside = {
  slow: number;
  seconds: { without: number; coming: number; beside: number };
  /** How many of them stood at the end. */
  connected: number;
  endings: Record<SlowKind, Endings>;
  without: Summary;
  /** While they come. */
  coming: Summary;
  beside: Summary;
  held: { before: Held; beside: Held; after: Held };
};

/** How much is answered beside them, as a share of what is answered without, second by second. */
export const shareBeside = ({ beside, without, seconds }: Beside): number =>
  beside.answered.count / seconds.beside / (without.answered.count / seconds.without);

const connections = 20;
const withoutSeconds = 15;
const comingSeconds = 15;
/** The servers end headers that are not whole after 15 s, and a request after 60 s. */
const besideSeconds = 75;
/** Connections that end within an answer's time are awaited so long. */
const longestMilliseconds = 30_000;

/** Works beside so many slow clients, and before and after. */
export async function measureBesideSlowClients(webDesk: WebDesk, agents: Agents, slow: number): Promise<Beside> {
  const gist = await makeLargeGist(agents);
  const without: Ended[] = await work(agents, connections, withoutSeconds);
  const before = await hold('before the slow clients', webDesk);
  const [clients, coming] = await Promise.all([
    connectSlowly(agents, gist, slow),
    work(agents, connections, comingSeconds),
  ]);
  const beside = await work(agents, connections, besideSeconds);
  const connected = clients.connected();
  const heldBeside = await hold('beside them', webDesk);
  await clients.leave();
  without.push(...(await work(agents, connections, withoutSeconds)));
  return {
    slow,
    seconds: { without: 2 * withoutSeconds, coming: comingSeconds, beside: besideSeconds },
    connected,
    endings: clients.endings,
    without: summarise(without),
    coming: summarise(coming),
    beside: summarise(beside),
    held: { before, beside: heldBeside, after: await holdOnceGone(webDesk, before) },
  };
}

/** What is held when no more connections are left than before, or after a while that is long enough. */
async function holdOnceGone(webDesk: WebDesk, before: Held): Promise<Held> {
  const until = performance.now() + longestMilliseconds;
  for (;;) {
    const held = await hold('after them', webDesk);
    if (held.bff.connections <= before.bff.connections || performance.now() > until) return held;
    await setTimeout(1000);
  }
}
