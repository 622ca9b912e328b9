import { Command } from 'commander';
import { benchCommand, tell } from './bench-command.ts';
import { type Comparison, compare } from './bff/compare.ts';
import { fireMany } from './bff/fire-many.ts';
import { type Held, measureMemory } from './bff/memory.ts';
import { startServers } from './bff/servers.ts';
import { signIn } from './bff/sign-ins.ts';
import { comparisonTable, memoryTable } from './bff/tables.ts';
import { asked, requireAgreement, ways } from './bff/ways.ts';
import { readSeconds, readWhole } from './read-options.ts';

type Options = { seconds: number; requests: number };

/** All that was measured. */
type Results = { comparisons: Comparison[]; memory: Held[] };

/** Fewer than the bff remembers, and more. */
const sessions = { remembered: 50, forgotten: 1100 };
const atOnce = [1, 8];
const warmUpRequests = 5000;

/** `npm run bench -- bff`: the proxy against a bare pipe to the same API, and what it holds in the long run. */
export const bffBench = (): Command =>
  benchCommand({
    command: new Command('bff')
      .description('lists through the backend-for-frontend against a bare pipe to the API, and its memory')
      .option('--seconds <n>', 'how long to measure each request on each way', readSeconds, 2)
      .option(
        '--requests <n>',
        'how many requests to watch its memory for; 0 leaves that out',
        readWhole(0, 500_000),
        100_000,
      ),
    measure,
    tables: ({ comparisons, memory }) => [comparisonTable(comparisons), memoryTable(memory)],
  });

async function measure({ seconds, requests }: Options): Promise<Results> {
  const servers = await startServers();
  const comparisons: Comparison[] = [];
  let memory: Held[] = [];
  try {
    tell('warming up');
    const first = await signIn(servers, 1);
    for (const way of ways) await fireMany(servers, way, first, warmUpRequests);
    for (const people of Object.values(sessions)) {
      for (const connections of atOnce) {
        tell(`${people} sign-ins`);
        const signIns = await signIn(servers, people);
        await requireAgreement(servers, signIns);
        for (const each of asked) {
          tell(`${each.name}, ${connections} at once`);
          comparisons.push(await compare(servers, each, { connections, signIns, seconds }));
        }
      }
    }
    if (requests > 0) {
      tell(`memory over ${requests} requests`);
      memory = await measureMemory(servers, await signIn(servers, sessions.forgotten), requests);
    }
  } finally {
    await servers.stop();
  }
  return { comparisons, memory };
}
