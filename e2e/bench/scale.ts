import { availableParallelism } from 'node:os';
import { Command } from 'commander';
import { benchCommand, logProgress } from './bench-command.ts';
import { parseSecondsOption, parseTicketsOption } from './read-options.ts';
import { measureScale, type Scale } from './scale/measure.ts';
import { engines } from './scale/stores.ts';
import { scaleTable, sizeTable } from './scale/tables.ts';

type Options = { tickets: number; seconds: number };

type Results = { tickets: number; scales: Scale[] };

/** `npm run bench -- scale`: compares one process with two on one store, for each engine. */
export const scaleBench = (): Command =>
  benchCommand({
    command: new Command('scale')
      .description(
        'compare one process with two on one store, directly and behind balancers and bffs, on SQLite and PostgreSQL, and measure the size of the store',
      )
      .option('--tickets <n>', 'size of the desk', parseTicketsOption, 10_000)
      .option('--seconds <n>', 'seconds to measure each request with each number of processes', parseSecondsOption, 3),
    measure,
    tables: ({ scales }, { tickets }) => [
      scaleTable(tickets, availableParallelism(), scales),
      sizeTable(tickets, scales),
    ],
  });

async function measure(options: Options): Promise<Results> {
  const scales: Scale[] = [];
  for (const engine of engines) scales.push(await measureScale(engine, options, logProgress));
  return { tickets: options.tickets, scales };
}
