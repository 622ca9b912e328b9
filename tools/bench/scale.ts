import { Command, Option } from 'commander';
import { benchCommand, logProgress } from './bench-command.ts';
import { parseSecondsOption, parseTicketsOption } from './parse-options.ts';
import { measureTicketWriters, type WriterSpeed } from './scale/ticket-writers.ts';
import { engines, measureStoreSize, type StoreSizes } from './store-sizes.ts';
import type { Table } from './table.ts';

const parts = ['sizes', 'writers'] as const;

type Options = { tickets: number; seconds: number; part?: (typeof parts)[number] };

type Results = { tickets: number; sizes: StoreSizes[]; writers: WriterSpeed[] };

/**
 * `npm run bench -- scale`: measures the disk space of a desk on each engine. Also measures the writers of tickets on
 * PostgreSQL.
 */
export const scaleBench = (): Command =>
  benchCommand({
    command: new Command('scale')
      .description(
        'measure the disk space of a desk on SQLite and PostgreSQL, and how many tickets are created per second',
      )
      .option('--tickets <n>', 'size of the desk', parseTicketsOption, 10_000)
      .option('--seconds <n>', 'duration of each measurement of writers', parseSecondsOption, 10)
      .addOption(new Option('--part <part>', 'only this part').choices(parts)),
    measure,
    tables: ({ tickets, sizes, writers }) => [
      ...(sizes.length === 0 ? [] : [sizeTable(tickets, sizes)]),
      ...(writers.length === 0 ? [] : [writersTable(writers)]),
    ],
  });

async function measure({ tickets, seconds, part }: Options): Promise<Results> {
  const sizes: StoreSizes[] = [];
  for (const engine of part === 'writers' ? [] : engines) {
    logProgress(`${engine}: ${tickets} tickets`);
    sizes.push(await measureStoreSize[engine](tickets));
  }
  const writers: WriterSpeed[] = [];
  for (const setting of part === 'sizes' ? [] : writerSettings) {
    logProgress(`writers: ${JSON.stringify(setting)}`);
    writers.push(await measureTicketWriters(setting, seconds));
  }
  return { tickets, sizes, writers };
}

const writerSettings = (['standard', 'strict'] as const).flatMap(profile =>
  [1, 50].flatMap(idBlock => [1, 2, 4].map(processes => ({ profile, idBlock, processes }))),
);

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

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

const writersTable = (writers: readonly WriterSpeed[]): Table => ({
  heading:
    'New tickets of 50 writers on PostgreSQL; repeated transactions as a share of all transactions, rejected requests as a share of all requests',
  columns: [
    'DATABASE_PROFILE',
    'ID_BLOCK',
    'processes',
    'tickets per second',
    'repeated transactions',
    'rejected requests',
  ],
  rows: writers.map(({ profile, idBlock, processes, perSecond, repeated, rejected }) => [
    ...[profile, `${idBlock}`, `${processes}`, whole.format(perSecond)],
    ...[repeated, rejected].map(share => percent.format(share)),
  ]),
});
