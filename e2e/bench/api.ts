import { writeFile } from 'node:fs/promises';
import { Command, InvalidArgumentError } from 'commander';
import { comparisonTable, growthTable } from './api-tables.ts';
import { type Comparison, compareWithFloors } from './compare.ts';
import { type Desk, openDesk } from './desk.ts';
import { type Growth, measureGrowth } from './growth.ts';
import { describeMachine, loadOfMachine } from './machine.ts';
import { readSeconds } from './seconds-option.ts';
import { asMarkdown, asText } from './table.ts';

type Options = { tickets: number[]; seconds: number; json?: string; markdown?: true };

/** All that was measured; comparisons by number of tickets. */
type Results = { machine: string; comparisons: Record<number, Comparison[]>; growth: Growth[] };

/** `npm run bench -- api`: the REST API against bare servers that answer the same, and its lists as a desk grows. */
export const apiBench = (): Command =>
  new Command('api')
    .description('the REST API against bare servers that answer the same, and its lists as the desk grows')
    .option('--tickets <sizes>', 'sizes of the desks, with commas between', readSizes, [1000, 10_000, 100_000])
    .option('--seconds <n>', 'how long to measure each request on each server', readSeconds, 2)
    .option('--json <file>', 'write everything that was measured to a file')
    .option('--markdown', 'print tables of Markdown')
    .action(async ({ tickets, seconds, json, markdown }: Options) => {
      const results = await measure(tickets, seconds);
      if (json !== undefined) await writeFile(json, JSON.stringify(results, null, 2));
      const tables = tickets.map(size => comparisonTable(size, results.comparisons[size] ?? []));
      const write = markdown ? asMarkdown : asText;
      console.log([results.machine, ...[...tables, growthTable(tickets, results.growth)].map(write)].join('\n\n'));
    });

async function measure(sizes: readonly number[], seconds: number): Promise<Results> {
  const before = loadOfMachine();
  const desks: Desk[] = [];
  try {
    for (const size of sizes) desks.push(await openDesk(size));
    const growth = await measureGrowth(desks, seconds / 4, list => tell(`growth: ${list}`));
    const comparisons: Record<number, Comparison[]> = {};
    for (const desk of desks) {
      comparisons[desk.tickets] = await compareWithFloors(desk, seconds, name =>
        tell(`${desk.tickets} tickets: ${name}`),
      );
    }
    return { machine: describeMachine(before, loadOfMachine()), comparisons, growth };
  } finally {
    for (const desk of desks) await desk.stop();
  }
}

const tell = (text: string): void => console.error(text);

function readSizes(text: string): number[] {
  const sizes = text.split(',').map(size => (/^\d{1,8}$/.test(size) ? Number(size) : 0));
  if (sizes.some(size => size < 1000))
    throw new InvalidArgumentError('Sizes are whole numbers from 1000, with commas between.');
  return [...new Set(sizes)].sort((left, right) => left - right);
}
