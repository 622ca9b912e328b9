import { Command, InvalidArgumentError } from 'commander';
import { comparisonTable, growthTable } from './api-tables.ts';
import { benchCommand, tell } from './bench-command.ts';
import { type Comparison, compareWithFloors } from './compare.ts';
import { type Desk, openDesk } from './desk.ts';
import { type Growth, measureGrowth } from './growth.ts';
import { readSeconds } from './read-options.ts';

type Options = { tickets: number[]; seconds: number };

/** All that was measured; comparisons by number of tickets. */
type Results = { comparisons: Record<number, Comparison[]>; growth: Growth[] };

/** `npm run bench -- api`: the REST API against bare servers that answer the same, and its lists as a desk grows. */
export const apiBench = (): Command =>
  benchCommand({
    command: new Command('api')
      .description('the REST API against bare servers that answer the same, and its lists as the desk grows')
      .option('--tickets <sizes>', 'sizes of the desks, with commas between', readSizes, [1000, 10_000, 100_000])
      .option('--seconds <n>', 'how long to measure each request on each server', readSeconds, 2),
    measure,
    tables: ({ comparisons, growth }, { tickets }) => [
      ...tickets.map(size => comparisonTable(size, comparisons[size] ?? [])),
      growthTable(tickets, growth),
    ],
  });

async function measure({ tickets: sizes, seconds }: Options): Promise<Results> {
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
    return { comparisons, growth };
  } finally {
    for (const desk of desks) await desk.stop();
  }
}

function readSizes(text: string): number[] {
  const sizes = text.split(',').map(size => (/^\d{1,8}$/.test(size) ? Number(size) : 0));
  if (sizes.some(size => size < 1000))
    throw new InvalidArgumentError('Sizes are whole numbers from 1000, with commas between.');
  return [...new Set(sizes)].sort((left, right) => left - right);
}
