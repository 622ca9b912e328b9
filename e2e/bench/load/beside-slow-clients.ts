import { setTimeout } from 'node:timers/promises';
import type { WebDesk } from '../web-desk.ts';
import { type Agents, type Ended, work } from './agents.ts';
import { type Held, hold } from './held.ts';
import { makeLargeGist } from './large-gist.ts';
import { connectSlowly, type Endings } from './slow-clients.ts';
import type { SlowKind } from './slow-kinds.ts';
import { type Summary, summarise } from './summary.ts';

/** The same work without slow clients, with them for longer than the server's timeouts, and without them again. */
export type Beside = {
  slow: number;
  seconds: { without: number; coming: number; beside: number };
  /** The number of slow clients connected at the end. */
  connected: number;
  endings: Record<SlowKind, Endings>;
  without: Summary;
  /** While the slow clients connect. */
  coming: Summary;
  beside: Summary;
  held: { before: Held; beside: Held; after: Held };
};

/** The rate of responses with slow clients as a share of the rate without them. */
export const shareBeside = ({ beside, without, seconds }: Beside): number =>
  beside.answered.count / seconds.beside / (without.answered.count / seconds.without);

const connections = 20;
const withoutSeconds = 15;
const comingSeconds = 15;
/** The servers time out headers after 15 s and a request after 60 s. */
const besideSeconds = 75;
/** The longest wait for connections to close. */
const maximumWaitMilliseconds = 30_000;

/** Measures work before, with and after a number of slow clients. */
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
  const heldBeside = await hold('with slow clients', webDesk);
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

/** Waits until no more connections are open than before, within limits, and measures the usage. */
async function holdOnceGone(webDesk: WebDesk, before: Held): Promise<Held> {
  const until = performance.now() + maximumWaitMilliseconds;
  for (;;) {
    const held = await hold('after the slow clients', webDesk);
    if (held.bff.connections <= before.bff.connections || performance.now() > until) return held;
    await setTimeout(1000);
  }
}
