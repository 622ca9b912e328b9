import { Command } from 'commander';
import { benchCommand, logProgress } from './bench-command.ts';
import { parseTicketsOption } from './read-options.ts';
import { engines, measureStoreSize, type StoreSizes } from './store-sizes.ts';
import type { Table } from './table.ts';

type Options = { tickets: number };

type Results = { tickets: number; sizes: StoreSizes[] };

/** `npm run bench -- scale`: measures the disk space of a desk on each engine. */
export const scaleBench = (): Command =>
  benchCommand({
    command: new Command('scale')
      .description('measure the disk space of a desk on SQLite and PostgreSQL')
      .option('--tickets <n>', 'size of the desk', parseTicketsOption, 10_000),
    measure,
    tables: ({ tickets, sizes }) => [sizeTable(tickets, sizes)],
  });

async function measure({ tickets }: Options): Promise<Results> {
  const sizes: StoreSizes[] = [];
  for (const engine of engines) {
    logProgress(`${engine}: ${tickets} tickets`);
    sizes.push(await measureStoreSize[engine](tickets));
  }
  return { tickets, sizes };
}

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** The size of a store per ticket. */
const sizeTable = (tickets: number, sizes: readonly StoreSizes[]): Table => ({
  heading: `Size of the store of ${whole.format(tickets)} tickets with their messages, in bytes per ticket; text is the UTF-8 text that people wrote`,
  columns: ['', 'text', 'tables', 'indexes', 'search', 'total', 'total in MiB'],
  rows: sizes.map(({ text, tables, indexes, search }, index) => {
    const total = tables + indexes + search;
    const perTicket = [text, tables, indexes, search, total].map(bytes => whole.format(bytes / tickets));
    return [engines[index] ?? '', ...perTicket, whole.format(total / 2 ** 20)];
  }),
});
