import { Command } from 'commander';
import { benchCommand, tell } from './bench-command.ts';
import { signIn } from './bff/sign-ins.ts';
import type { Agents } from './load/agents.ts';
import { measureBesideSlowClients } from './load/beside-slow-clients.ts';
import { factsOf, type Load } from './load/facts.ts';
import { measureFlood } from './load/flood.ts';
import { measureSteady } from './load/steady.ts';
import { endingsTable, floodTable, heldTable, recoveryTable, slowClientsTable, steadyTable } from './load/tables.ts';
import { readSeconds, readTickets, readWhole } from './read-options.ts';
import { openWebDesk } from './web-desk.ts';

type Options = { seconds: number; connections: number; slow: number; tickets: number };

/** Each has a session of their own. */
const people = 50;

/** `npm run bench -- load`: many agents at once through the bff, more than it can answer, and clients that take their time. */
export const loadBench = (): Command =>
  benchCommand({
    command: new Command('load')
      .description("agents' work through the backend-for-frontend: for long, twice too much, and beside slow clients")
      .option('--seconds <n>', 'how long the agents work', readSeconds, 60)
      .option('--connections <n>', 'how many agents work at once', readWhole(1, 10_000), 200)
      .option('--slow <n>', 'how many clients send or read one byte a second', readWhole(1, 10_000), 500)
      .option('--tickets <n>', 'size of the desk', readTickets, 10_000),
    measure,
    tables: load => [
      steadyTable(load.steady),
      floodTable(load.flood),
      recoveryTable(load.flood),
      slowClientsTable(load.beside),
      endingsTable(load.beside),
      heldTable(load),
    ],
    facts: factsOf,
  });

async function measure({ seconds, connections, slow, tickets }: Options): Promise<Load> {
  tell(`a desk of ${tickets} tickets`);
  const webDesk = await openWebDesk(tickets);
  try {
    const { sessions } = await signIn(webDesk, people);
    const agents: Agents = { url: webDesk.bff.url, sessions, tickets, tags: new Map() };
    tell(`${connections} connections for ${seconds} s`);
    const steady = await measureSteady(webDesk, agents, connections, seconds);
    tell('twice as much as was answered');
    const flood = await measureFlood(webDesk, agents, steady.perSecond * 2);
    tell(`beside ${slow} slow clients`);
    const beside = await measureBesideSlowClients(webDesk, agents, slow);
    return { steady, flood, beside };
  } finally {
    await webDesk.stop();
  }
}
