import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { describeMachine, loadOfMachine } from './machine.ts';
import { measureCommits } from './oauth/commits.ts';
import { type Comparison, compare } from './oauth/compare.ts';
import { startServers } from './oauth/servers.ts';
import { commitTable, comparisonTable } from './oauth/tables.ts';
import { works } from './oauth/works.ts';
import { readSeconds } from './seconds-option.ts';
import { asMarkdown, asText } from './table.ts';

type Options = { seconds: number; json?: string; markdown?: true };

/** All that was measured; the commits once beside each comparison. */
type Results = { machine: string; comparisons: Comparison[]; commitsPerSecond: number[] };

/** `npm run bench -- oauth`: the authorization server against the bare library that it is built on. */
export const oauthBench = (): Command =>
  new Command('oauth')
    .description('refreshes and code flows against a bare oidc-provider that keeps everything in memory')
    .option('--seconds <n>', 'how long to measure each on each server', readSeconds, 2)
    .option('--json <file>', 'write everything that was measured to a file')
    .option('--markdown', 'print tables of Markdown')
    .action(async ({ seconds, json, markdown }: Options) => {
      const results = await measure(seconds);
      if (json !== undefined) await writeFile(json, JSON.stringify(results, null, 2));
      const tables = [comparisonTable(results.comparisons), commitTable(results.commitsPerSecond)];
      console.log([results.machine, ...tables.map(markdown ? asMarkdown : asText)].join('\n\n'));
    });

async function measure(seconds: number): Promise<Results> {
  const before = loadOfMachine();
  const { programs, folder, stop, ...urls } = await startServers();
  const comparisons: Comparison[] = [];
  const commitsPerSecond: number[] = [];
  try {
    for (const work of works) {
      for (const program of programs) {
        console.error(`${work.name}, ${program.name}, ${work.connections} at once`);
        comparisons.push(await compare(urls, program, work, seconds));
        commitsPerSecond.push(measureCommits(folder, seconds / 8));
      }
    }
  } finally {
    await stop();
  }
  return { machine: describeMachine(before, loadOfMachine()), comparisons, commitsPerSecond };
}
