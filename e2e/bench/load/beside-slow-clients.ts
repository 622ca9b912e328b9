import { setTimeout } from 'node:timers/promises';
import { type Agents, type Ended, work } from './agents.ts';
import { connectSlowly } from './slow-clients.ts';
import { type Summary, summarise } from './summary.ts';

/** The same work with slow clients and without, and how many of them there were at the end. */
export type Beside = { slow: number; connected: number; without: Summary; beside: Summary };

const connections = 20;
/** Short ones, in turns: a busy moment of the machine meets both. */
const rounds = 5;
const roundSeconds = 3;

/** Works in turns beside so many slow clients and without them. */
export async function measureBesideSlowClients(agents: Agents, slow: number): Promise<Beside> {
  const [without, beside]: [Ended[], Ended[]] = [[], []];
  let connected = 0;
  for (let round = 0; round < rounds; round++) {
    without.push(...(await work(agents, connections, roundSeconds)));
    const clients = connectSlowly(agents.url, slow);
    await setTimeout(1000);
    beside.push(...(await work(agents, connections, roundSeconds)));
    connected = clients.connected();
    clients.leave();
    await setTimeout(200);
  }
  return { slow, connected, without: summarise(without), beside: summarise(beside) };
}
