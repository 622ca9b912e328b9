import { Command } from 'commander';
import { benchCommand, tell } from './bench-command.ts';
import { signIn } from './bff/sign-ins.ts';
import type { Agents } from './load/agents.ts';
import { type Beside, measureBesideSlowClients } from './load/beside-slow-clients.ts';
import { type Flooded, measureFlood } from './load/flood.ts';
import { measureSteady, type Steady } from './load/steady.ts';
import { floodTable, memoryTable, slowClientsTable, steadyTable } from './load/tables.ts';
import { readSeconds, readTickets, readWhole } from './read-options.ts';
import { openWebDesk } from './web-desk.ts';

type Options = { seconds: number; connections: number; slow: number; tickets: number };

/** All that was measured. */
type Results = { steady: Steady; flood: Flooded; beside: Beside };

/** Each has a session of their own. */
const people = 50;

/** `npm run bench -- load`: many agents at once through the bff, more than it can answer, and clients that take their time. */
export const loadBench = (): Command =>
  benchCommand({
    command: new Command('load')
      .description("agents' work through the backend-for-frontend: for long, twice too much, and beside slow clients")
      .option('--seconds <n>', 'how long the agents work', readSeconds, 60)
      .option('--connections <n>', 'how many agents work at once', readWhole(1, 10_000), 200)
      .option('--slow <n>', 'how many clients send one byte a second', readWhole(1, 10_000), 500)
      .option('--tickets <n>', 'size of the desk', readTickets, 10_000),
    measure,
    tables: ({ steady, flood, beside }) => [
      steadyTable(steady),
      memoryTable(steady),
      floodTable(flood),
      slowClientsTable(beside),
    ],
  });

async function measure({ seconds, connections, slow, tickets }: Options): Promise<Results> {
  tell(`a desk of ${tickets} tickets`);
  const webDesk = await openWebDesk(tickets);
  try {
    const { sessions } = await signIn(webDesk, people);
    const agents: Agents = { url: webDesk.bff.url, sessions, tickets, tags: new Map() };
    tell(`${connections} connections for ${seconds} s`);
    const steady = await measureSteady(webDesk, agents, connections, seconds);
    tell('twice as much as was answered');
    const flood = await measureFlood(agents, steady.perSecond * 2);
    tell(`beside ${slow} slow clients`);
    const beside = await measureBesideSlowClients(agents, slow);
    return { steady, flood, beside };
  } finally {
    await webDesk.stop();
  }
}
