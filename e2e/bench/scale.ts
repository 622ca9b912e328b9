import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { Command, InvalidArgumentError } from 'commander';
import { describeMachine, loadOfMachine } from './machine.ts';
import { measureScale, type Scale } from './scale/measure.ts';
import { engines } from './scale/stores.ts';
import { scaleTable, sizeTable } from './scale/tables.ts';
import { readSeconds } from './seconds-option.ts';
import { asMarkdown, asText } from './table.ts';

type Options = { tickets: number; seconds: number; json?: string; markdown?: true };

/** All that was measured. */
type Results = { machine: string; tickets: number; scales: Scale[] };

/** `npm run bench -- scale`: one process and two on one store, of either engine. */
export const scaleBench = (): Command =>
  new Command('scale')
    .description(
      'one api process and two on one store, SQLite and PostgreSQL beside each other, and what the store takes',
    )
    .option('--tickets <n>', 'size of the desk', readTickets, 10_000)
    .option('--seconds <n>', 'how long to measure each request on each number of processes', readSeconds, 3)
    .option('--json <file>', 'write everything that was measured to a file')
    .option('--markdown', 'print tables of Markdown')
    .action(async ({ json, markdown, ...options }: Options) => {
      const results = await measure(options);
      if (json !== undefined) await writeFile(json, JSON.stringify(results, null, 2));
      const { tickets, scales } = results;
      const tables = [scaleTable(tickets, availableParallelism(), scales), sizeTable(tickets, scales)];
      console.log([results.machine, ...tables.map(markdown ? asMarkdown : asText)].join('\n\n'));
    });

async function measure(options: Options): Promise<Results> {
  const before = loadOfMachine();
  const scales: Scale[] = [];
  for (const engine of engines) scales.push(await measureScale(engine, options, tell));
  return { machine: describeMachine(before, loadOfMachine()), tickets: options.tickets, scales };
}

const tell = (text: string): void => console.error(text);

function readTickets(text: string): number {
  const tickets = Number(text);
  if (Number.isInteger(tickets) && tickets >= 1000 && tickets <= 10_000_000) return tickets;
  throw new InvalidArgumentError('It is a whole number from 1000.');
}
