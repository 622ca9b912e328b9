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

/** The number of sessions. */
const people = 50;

/** `npm run bench -- load`: measures many agents on the bff, an overload, and slow clients. */
export const loadBench = (): Command =>
  benchCommand({
    command: new Command('load')
      .description("measure agents' work through the backend-for-frontend: steady, in overload, and with slow clients")
      .option('--seconds <n>', 'duration of the steady work', readSeconds, 60)
      .option('--connections <n>', 'number of agents that work at the same time', readWhole(1, 10_000), 200)
      .option('--slow <n>', 'number of clients that send or read one byte per second', readWhole(1, 10_000), 500)
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
    tell('overload: twice the rate that was answered');
    const flood = await measureFlood(webDesk, agents, steady.perSecond * 2);
    tell(`with ${slow} slow clients`);
    const beside = await measureBesideSlowClients(webDesk, agents, slow);
    return { steady, flood, beside };
  } finally {
    await webDesk.stop();
  }
}
