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

type Results = { comparisons: Comparison[]; memory: Held[] };

/** Fewer sessions than fit into the bff's cache, and more. */
const sessions = { cached: 50, uncached: 1100 };
const connectionCounts = [1, 8];
const warmUpRequests = 5000;

/** `npm run bench -- bff`: compares the bff with a minimal proxy to the same API, and watches its memory. */
export const bffBench = (): Command =>
  benchCommand({
    command: new Command('bff')
      .description(
        'compare lists through the backend-for-frontend with a minimal proxy to the API, and watch its memory',
      )
      .option('--seconds <n>', 'seconds to measure each request on each target', readSeconds, 2)
      .option(
        '--requests <n>',
        'number of requests to watch its memory for; 0 skips this',
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
    for (const target of ways) await fireMany(servers, target, first, warmUpRequests);
    for (const people of Object.values(sessions)) {
      for (const connections of connectionCounts) {
        tell(`${people} sign-ins`);
        const signIns = await signIn(servers, people);
        await requireAgreement(servers, signIns);
        for (const each of asked) {
          tell(`${each.name}, ${connections} connections`);
          comparisons.push(await compare(servers, each, { connections, signIns, seconds }));
        }
      }
    }
    if (requests > 0) {
      tell(`memory during ${requests} requests`);
      memory = await measureMemory(servers, await signIn(servers, sessions.uncached), requests);
    }
  } finally {
    await servers.stop();
  }
  return { comparisons, memory };
}
