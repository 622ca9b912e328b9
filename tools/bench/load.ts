import { Command } from 'commander';
import { openSession, type SessionHeaders } from '../../e2e/sign-in-by-request.ts';
import { createIntegerArgumentParser } from '../integer-argument.ts';
import { benchCommand, logProgress } from './bench-command.ts';
import { checkLoad, type LoadResults } from './load/checks.ts';
import type { LoadClients } from './load/clients.ts';
import { fillCaches } from './load/fill-caches.ts';
import { measureOverload } from './load/overload.ts';
import { measureSteady } from './load/steady.ts';
import {
  outcomesTable,
  overloadTable,
  recoveryTable,
  slowClientsTable,
  steadyTable,
  usageTable,
} from './load/tables.ts';
import { measureWithSlowClients } from './load/with-slow-clients.ts';
import { parseSecondsOption, parseTicketsOption } from './parse-options.ts';
import { benchPerson, openWebDesk } from './web-desk.ts';

type Options = { seconds: number; connections: number; slow: number; tickets: number };

const sessionCount = 50;

/** `npm run bench -- load`: measures many agents on the bff, an overload, and slow clients. */
export const loadBench = (): Command =>
  benchCommand({
    command: new Command('load')
      .description(
        "measure agents' work through the backend-for-frontend: steady, under overload, and with slow clients",
      )
      .option('--seconds <n>', 'duration of the steady work', parseSecondsOption, 60)
      .option(
        '--connections <n>',
        'number of connections, each of which sends one request at a time',
        createIntegerArgumentParser(1, 10_000),
        200,
      )
      .option(
        '--slow <n>',
        'number of clients that send or read one byte per second',
        createIntegerArgumentParser(1, 10_000),
        500,
      )
      .option('--tickets <n>', 'size of the desk', parseTicketsOption, 10_000),
    measure,
    tables: load => [
      steadyTable(load.steady),
      overloadTable(load.overload),
      recoveryTable(load.overload),
      slowClientsTable(load.withSlowClients),
      outcomesTable(load.withSlowClients),
      usageTable(load),
    ],
    checks: checkLoad,
  });

async function measure({ seconds, connections, slow, tickets }: Options): Promise<LoadResults> {
  logProgress(`a desk of ${tickets} tickets`);
  const webDesk = await openWebDesk(tickets);
  try {
    const sessions: SessionHeaders[] = [];
    while (sessions.length < sessionCount) sessions.push(await openSession(webDesk.publicUrl, benchPerson));
    const loadClients: LoadClients = { url: webDesk.bff.url, sessions, tickets, etags: new Map() };
    await fillCaches(loadClients);
    logProgress(`${connections} connections for ${seconds} s`);
    const steady = await measureSteady(webDesk, loadClients, connections, seconds);
    logProgress('overload: twice the steady response rate');
    const overload = await measureOverload(webDesk, loadClients, steady.perSecond * 2);
    logProgress(`with ${slow} slow clients`);
    const withSlowClients = await measureWithSlowClients(webDesk, loadClients, slow);
    return { steady, overload, withSlowClients };
  } finally {
    await webDesk.stop();
  }
}
