import { Command, InvalidArgumentError } from 'commander';
import { baselineTable, growthTable } from './api-tables.ts';
import { benchCommand, logProgress } from './bench-command.ts';
import { type BaselineComparison, compareWithBaseline } from './compare.ts';
import { type BenchDesk, openBenchDesk, openPostgresDesk } from './desk.ts';
import { type ListGrowth, measureGrowth } from './growth.ts';
import { parseSecondsOption } from './parse-options.ts';

type Options = { tickets: number[]; seconds: number; postgres?: true; prepared?: true };

/** All measurements; comparisons by number of tickets. */
type Results = { comparisons: Record<number, BaselineComparison[]>; growth: ListGrowth[] };

/** `npm run bench -- api`: compares the REST API with a baseline, and its lists on desks of several sizes. */
export const apiBench = (): Command =>
  benchCommand({
    command: new Command('api')
      .description(
        'compare the REST API with a minimal server that returns the same responses; compare the lists of the API on desks of several sizes',
      )
      .option('--tickets <sizes>', 'comma-separated sizes of the desks', parseSizes, [1000, 10_000, 100_000])
      .option('--seconds <n>', 'seconds to measure each request on each server', parseSecondsOption, 2)
      .option('--postgres', 'use a temporary PostgreSQL server, count round trips, and omit the lists of several sizes')
      .option('--prepared', 'with --postgres: set DATABASE_PREPARED_STATEMENTS'),
    measure,
    tables: ({ comparisons, growth }, { tickets, postgres }) => [
      ...tickets.map(size => baselineTable(size, postgres ? 'postgres' : 'sqlite', comparisons[size] ?? [])),
      ...(postgres ? [] : [growthTable(tickets, growth)]),
    ],
  });

async function measure({ tickets: sizes, seconds, postgres, prepared }: Options): Promise<Results> {
  const desks: BenchDesk[] = [];
  try {
    const more = prepared ? { DATABASE_PREPARED_STATEMENTS: 'true' } : {};
    for (const size of sizes) desks.push(await (postgres ? openPostgresDesk(size, more) : openBenchDesk(size)));
    const logGrowth = (list: string) => logProgress(`growth: ${list}`);
    const growth = postgres ? [] : await measureGrowth(desks, seconds / 4, logGrowth);
    const comparisons: Record<number, BaselineComparison[]> = {};
    for (const desk of desks) {
      comparisons[desk.tickets] = await compareWithBaseline(desk, seconds, name =>
        logProgress(`${desk.tickets} tickets: ${name}`),
      );
    }
    return { comparisons, growth };
  } finally {
    for (const desk of desks) await desk.stop();
  }
}

function parseSizes(text: string): number[] {
  const sizes = text.split(',').map(size => (/^\d{1,8}$/.test(size) ? Number(size) : 0));
  if (sizes.some(size => size < 1000))
    throw new InvalidArgumentError('Sizes are comma-separated whole numbers from 1000.');
  return [...new Set(sizes)].sort((left, right) => left - right);
}
