import { writeFile } from 'node:fs/promises';
import { Command, InvalidArgumentError } from 'commander';
import { signIn } from './bff/sign-ins.ts';
import type { Agents } from './load/agents.ts';
import { type Beside, measureBesideSlowClients } from './load/beside-slow-clients.ts';
import { type Flooded, measureFlood } from './load/flood.ts';
import { measureSteady, type Steady } from './load/steady.ts';
import { floodTable, memoryTable, slowClientsTable, steadyTable } from './load/tables.ts';
import { describeMachine, loadOfMachine } from './machine.ts';
import { readSeconds } from './seconds-option.ts';
import { asMarkdown, asText } from './table.ts';
import { openWebDesk } from './web-desk.ts';

type Options = { seconds: number; connections: number; slow: number; tickets: number; json?: string; markdown?: true };

/** All that was measured. */
type Results = { machine: string; steady: Steady; flood: Flooded; beside: Beside };

/** Each has a session of their own. */
const people = 50;

/** `npm run bench -- load`: many agents at once through the bff, more than it can answer, and clients that take their time. */
export const loadBench = (): Command =>
  new Command('load')
    .description("agents' work through the backend-for-frontend: for long, twice too much, and beside slow clients")
    .option('--seconds <n>', 'how long the agents work', readSeconds, 60)
    .option('--connections <n>', 'how many agents work at once', readCount, 200)
    .option('--slow <n>', 'how many clients send one byte a second', readCount, 500)
    .option('--tickets <n>', 'size of the desk', readCount, 10_000)
    .option('--json <file>', 'write everything that was measured to a file')
    .option('--markdown', 'print tables of Markdown')
    .action(async ({ json, markdown, ...options }: Options) => {
      const results = await measure(options);
      if (json !== undefined) await writeFile(json, JSON.stringify(results, null, 2));
      const { steady, flood, beside } = results;
      const tables = [steadyTable(steady), memoryTable(steady), floodTable(flood), slowClientsTable(beside)];
      console.log([results.machine, ...tables.map(markdown ? asMarkdown : asText)].join('\n\n'));
    });

async function measure({ seconds, connections, slow, tickets }: Options): Promise<Results> {
  const before = loadOfMachine();
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
    return { machine: describeMachine(before, loadOfMachine()), steady, flood, beside };
  } finally {
    await webDesk.stop();
  }
}

const tell = (text: string): void => console.error(text);

function readCount(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= 1_000_000) return count;
  throw new InvalidArgumentError('It is a whole number from 1.');
}
