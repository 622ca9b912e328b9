import { Command } from 'commander';
import { benchCommand, tell } from './bench-command.ts';
import { measureCommits } from './oauth/commits.ts';
import { type Comparison, compare } from './oauth/compare.ts';
import { startServers } from './oauth/servers.ts';
import { commitTable, comparisonTable } from './oauth/tables.ts';
import { works } from './oauth/works.ts';
import { readSeconds } from './read-options.ts';

type Options = { seconds: number };

/** All measurements; commits are measured once per comparison. */
type Results = { comparisons: Comparison[]; commitsPerSecond: number[] };

/** `npm run bench -- oauth`: compares the authorization server with the bare library that it is built on. */
export const oauthBench = (): Command =>
  benchCommand({
    command: new Command('oauth')
      .description('compare refreshes and code flows with a bare oidc-provider that stores everything in memory')
      .option('--seconds <n>', 'seconds to measure each workload on each server', readSeconds, 2),
    measure,
    tables: ({ comparisons, commitsPerSecond }) => [comparisonTable(comparisons), commitTable(commitsPerSecond)],
  });

async function measure({ seconds }: Options): Promise<Results> {
  const { programs, folder, stop, ...urls } = await startServers();
  const comparisons: Comparison[] = [];
  const commitsPerSecond: number[] = [];
  try {
    for (const work of works) {
      for (const program of programs) {
        tell(`${work.name}, ${program.name}, ${work.connections} connections`);
        comparisons.push(await compare(urls, program, work, seconds));
        commitsPerSecond.push(measureCommits(folder, seconds / 8));
      }
    }
  } finally {
    await stop();
  }
  return { comparisons, commitsPerSecond };
}
