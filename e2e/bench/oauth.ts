import { Command } from 'commander';
import { benchCommand, logProgress } from './bench-command.ts';
import { measureCommits } from './oauth/commits.ts';
import { compareWithLibrary, type LibraryComparison } from './oauth/compare.ts';
import { startOAuthServers } from './oauth/servers.ts';
import { commitTable, libraryTable } from './oauth/tables.ts';
import { oauthWorkloads } from './oauth/workloads.ts';
import { parseSecondsOption } from './read-options.ts';

type Options = { seconds: number };

/** All measurements; commits are measured once per comparison. */
type Results = { comparisons: LibraryComparison[]; commitsPerSecond: number[] };

/** `npm run bench -- oauth`: compares the authorization server with the bare library that it is built on. */
export const oauthBench = (): Command =>
  benchCommand({
    command: new Command('oauth')
      .description('compare refreshes and code flows with a bare oidc-provider that stores everything in memory')
      .option('--seconds <n>', 'seconds to measure each workload on each server', parseSecondsOption, 2),
    measure,
    tables: ({ comparisons, commitsPerSecond }) => [libraryTable(comparisons), commitTable(commitsPerSecond)],
  });

async function measure({ seconds }: Options): Promise<Results> {
  const { programs, folder, stop, ...urls } = await startOAuthServers();
  const comparisons: LibraryComparison[] = [];
  const commitsPerSecond: number[] = [];
  try {
    for (const work of oauthWorkloads) {
      for (const program of programs) {
        logProgress(`${work.name}, ${program.name}, ${work.connections} connections`);
        comparisons.push(await compareWithLibrary(urls, program, work, seconds));
        commitsPerSecond.push(measureCommits(folder, seconds / 8));
      }
    }
  } finally {
    await stop();
  }
  return { comparisons, commitsPerSecond };
}
