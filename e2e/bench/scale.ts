import { availableParallelism } from 'node:os';
import { Command } from 'commander';
import { benchCommand, tell } from './bench-command.ts';
import { readSeconds, readTickets } from './read-options.ts';
import { measureScale, type Scale } from './scale/measure.ts';
import { engines } from './scale/stores.ts';
import { scaleTable, sizeTable } from './scale/tables.ts';

type Options = { tickets: number; seconds: number };

/** All that was measured. */
type Results = { tickets: number; scales: Scale[] };

/** `npm run bench -- scale`: one process and two on one store, of either engine. */
export const scaleBench = (): Command =>
  benchCommand({
    command: new Command('scale')
      .description(
        'one process and two on one store, alone and behind bffs and balancers, SQLite and PostgreSQL beside each other, and what the store takes',
      )
      .option('--tickets <n>', 'size of the desk', readTickets, 10_000)
      .option('--seconds <n>', 'how long to measure each request on each number of processes', readSeconds, 3),
    measure,
    tables: ({ scales }, { tickets }) => [
      scaleTable(tickets, availableParallelism(), scales),
      sizeTable(tickets, scales),
    ],
  });

async function measure(options: Options): Promise<Results> {
  const scales: Scale[] = [];
  for (const engine of engines) scales.push(await measureScale(engine, options, tell));
  return { tickets: options.tickets, scales };
}
