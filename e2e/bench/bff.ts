import { Command } from 'commander';
import { benchCommand, logProgress } from './bench-command.ts';
import { compareTargets, type TargetComparison } from './bff/compare.ts';
import { type MemoryUsage, measureMemory } from './bff/memory.ts';
import { sendMany } from './bff/send-many.ts';
import { startProxyServers } from './bff/servers.ts';
import { signInRepeatedly } from './bff/sign-ins.ts';
import { memoryTable, targetTable } from './bff/tables.ts';
import { listTargets, listVariants, requireSameLists } from './bff/targets.ts';
import { createWholeNumberParser, parseSecondsOption } from './read-options.ts';

type Options = { seconds: number; requests: number };

type Results = { comparisons: TargetComparison[]; memory: MemoryUsage[] };

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
      .option('--seconds <n>', 'seconds to measure each request on each target', parseSecondsOption, 2)
      .option(
        '--requests <n>',
        'number of requests to watch its memory for; 0 skips this',
        createWholeNumberParser(0, 500_000),
        100_000,
      ),
    measure,
    tables: ({ comparisons, memory }) => [targetTable(comparisons), memoryTable(memory)],
  });

async function measure({ seconds, requests }: Options): Promise<Results> {
  const servers = await startProxyServers();
  const comparisons: TargetComparison[] = [];
  let memory: MemoryUsage[] = [];
  try {
    logProgress('warming up');
    const first = await signInRepeatedly(servers, 1);
    for (const target of listTargets) await sendMany(servers, target, first, warmUpRequests);
    for (const people of Object.values(sessions)) {
      for (const connections of connectionCounts) {
        logProgress(`${people} sign-ins`);
        const signIns = await signInRepeatedly(servers, people);
        await requireSameLists(servers, signIns);
        for (const each of listVariants) {
          logProgress(`${each.name}, ${connections} connections`);
          comparisons.push(await compareTargets(servers, each, { connections, signIns, seconds }));
        }
      }
    }
    if (requests > 0) {
      logProgress(`memory during ${requests} requests`);
      memory = await measureMemory(servers, await signInRepeatedly(servers, sessions.uncached), requests);
    }
  } finally {
    await servers.stop();
  }
  return { comparisons, memory };
}
