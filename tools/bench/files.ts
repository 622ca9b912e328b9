import { Command, Option } from 'commander';
import { createIntegerArgumentParser } from '../integer-argument.ts';
import { benchCommand, logProgress } from './bench-command.ts';
import {
  type Backup,
  type Collection,
  type Engine,
  fileBytes,
  measureBackup,
  measureCollection,
  measureTransfers,
  openFileDesk,
  type Transfers,
} from './files/file-desk.ts';
import { median, medianRatio } from './statistics.ts';
import type { Table } from './table.ts';

const parts = ['speed', 'collection', 'backup'] as const;

type Options = { rounds: number; files: number; megabytes: number; part?: (typeof parts)[number] };

type Measured = {
  speed: { name: string; transfers: Transfers }[];
  collections: { engine: Engine; collection: Collection }[];
  backups: { name: string; backup: Backup }[];
};

const stores = [
  ['sqlite', 'disk'],
  ['sqlite', 'database'],
  ['postgres', 'disk'],
  ['postgres', 'database'],
] as const;

/** `npm run bench -- files`: measures the storage of files without HTTP. */
export const filesBench = (): Command =>
  benchCommand<Options, Measured>({
    command: new Command('files')
      .description(
        'measure the storage of files: speed compared with bare files, deletion of unused files, backup and restore',
      )
      .addOption(new Option('--part <part>', 'only this part').choices(parts))
      .option('--rounds <n>', 'number of files of 25 MB in each direction', createIntegerArgumentParser(1, 100), 10)
      .option(
        '--files <n>',
        'number of stored files, of which 1% are unused',
        createIntegerArgumentParser(1000, 10_000_000),
        1_000_000,
      )
      .option('--megabytes <n>', 'size of the backup', createIntegerArgumentParser(25, 100_000), 1000),
    measure,
    tables: ({ speed, collections, backups }, { files }) => [
      ...(speed.length > 0 ? [speedTable(speed)] : []),
      ...(collections.length > 0 ? [collectionTable(collections, files)] : []),
      ...(backups.length > 0 ? [backupTable(backups)] : []),
    ],
  });

async function measure({ rounds, files, megabytes, part }: Options): Promise<Measured> {
  const measured: Measured = { speed: [], collections: [], backups: [] };
  const isMeasured = (name: (typeof parts)[number]) => part === undefined || part === name;
  for (const [engine, driver] of isMeasured('speed') ? stores : []) {
    logProgress(`${engine}, ${driver}: ${rounds} files of 25 MB`);
    const desk = await openFileDesk(engine, driver);
    measured.speed.push({ name: `${engine}, ${driver}`, transfers: await measureTransfers(desk, rounds) });
    await desk.remove();
  }
  for (const engine of isMeasured('collection') ? (['sqlite', 'postgres'] as const) : []) {
    logProgress(`${engine}: deletion of unused files among ${files} files`);
    const desk = await openFileDesk(engine, 'database');
    measured.collections.push({ engine, collection: await measureCollection(desk, files) });
    await desk.remove();
  }
  const directions = [
    ['sqlite', 'disk', 'postgres', 'database'],
    ['postgres', 'database', 'sqlite', 'disk'],
  ] as const;
  for (const [engine, driver, otherEngine, otherDriver] of isMeasured('backup') ? directions : []) {
    logProgress(`${engine} to ${otherEngine}: ${megabytes} MB`);
    const [desk, other] = [await openFileDesk(engine, driver), await openFileDesk(otherEngine, otherDriver)];
    const backup = await measureBackup(desk, other, megabytes);
    measured.backups.push({ name: `${engine} (${driver}) to ${otherEngine} (${otherDriver})`, backup });
    for (const each of [desk, other]) await each.remove();
  }
  return measured;
}

const fine = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

const speedTable = (speed: Measured['speed']): Table => ({
  heading: `Files of ${fileBytes / 1_000_000} MB: median milliseconds; the speed relative to a bare file (synced after writing) is the median of the ratios of the rounds`,
  columns: [
    '',
    'put',
    'speed, put / bare write',
    'get',
    'speed, get / bare read',
    'digest, % of the processor time of a put',
  ],
  rows: speed.map(({ name, transfers: { put, get, write, read, share } }) => [
    ...[name, fine.format(median(put)), fine.format(medianRatio(write, put))],
    ...[fine.format(median(get)), fine.format(medianRatio(read, get)), `${fine.format(share * 100)}%`],
  ]),
});

const collectionTable = (collections: Measured['collections'], files: number): Table => ({
  heading: `Deletion of unused files among ${files.toLocaleString('en')} files`,
  columns: ['', 'seconds', 'deleted', 'longest pause of the event loop, ms'],
  rows: collections.map(({ engine, collection: { seconds, deleted, longestMilliseconds } }) => [
    ...[engine, fine.format(seconds), String(deleted), fine.format(longestMilliseconds)],
  ]),
});

const backupTable = (backups: Measured['backups']): Table => ({
  heading: 'Backup, and restore on the other engine',
  columns: ['', 'MB', 'backup s', 'backup MB/s', 'restore s', 'restore MB/s'],
  rows: backups.map(({ name, backup: { bytes, backup, restore } }) => [
    ...[name, fine.format(bytes / 1_000_000), fine.format(backup), fine.format(bytes / 1_000_000 / backup)],
    ...[fine.format(restore), fine.format(bytes / 1_000_000 / restore)],
  ]),
});
