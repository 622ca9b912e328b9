import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Command, Option } from 'commander';
import { createIntegerArgumentParser } from '../integer-argument.ts';
import { measureResidentMiB } from '../resident-memory.ts';
import { benchCommand, logProgress } from './bench-command.ts';
import { parseTicketsOption } from './parse-options.ts';
import { median, medianRatio, percentile } from './statistics.ts';
import type { Table } from './table.ts';
import {
  agent,
  createFile,
  drivers,
  engines,
  type FileStore,
  openUploadDesk,
  type Route,
  type UploadDesk,
} from './uploads/upload-desk.ts';

type Options = { rounds: number; tickets: number; engine?: FileStore['engine']; driver?: FileStore['driver'] };

type Measured = { store: string; transfers: Transfer[]; busy: Busy };

/** Milliseconds for one file, by round. */
type Transfer = { name: string; bff: number[]; pipe: number[] };
type Memory = { bff: number; api: number };
type Busy = { idle: Memory; peak: Memory; p99Idle: number; p99Busy: number };

/** The aims of the design. */
const aims = { ratio: 0.8, memoryMiB: 150, p99: 1.5 };

const uploadCount = 50;

/** A client with 2 Mbit/s. */
const [chunkBytes, chunkMilliseconds] = [64 * 1024, 250];

const measureSeconds = 10;

/** `npm run bench -- uploads`: measures files of 25 MB through the bff. */
export const uploadsBench = (): Command =>
  benchCommand({
    command: new Command('uploads')
      .description(
        'measure files of 25 MB through the bff: speed relative to a bare pipe, memory, and the duration of other requests. ' +
          'Without --engine and --driver it measures both engines with both drivers, one after the other.',
      )
      .addOption(new Option('--engine <engine>', 'only this engine').choices(engines))
      .addOption(new Option('--driver <driver>', 'only this store of files, as in FILES').choices(drivers))
      .option('--rounds <n>', 'number of files in each direction', createIntegerArgumentParser(1, 100), 10)
      .option('--tickets <n>', 'size of the desk', parseTicketsOption, 10_000),
    measure,
    tables: ({ stores }) => [transferTable(stores), busyTable(stores)],
  });

const measure = async ({ engine, driver, ...options }: Options): Promise<{ stores: Measured[] }> => {
  const stores: Measured[] = [];
  for (const eachEngine of engine === undefined ? engines : [engine])
    for (const eachDriver of driver === undefined ? drivers : [driver])
      stores.push(await measureStore(options, { engine: eachEngine, driver: eachDriver }));
  return { stores };
};

const measureStore = async (
  { rounds, tickets }: Pick<Options, 'rounds' | 'tickets'>,
  fileStore: FileStore,
): Promise<Measured> => {
  const store = `${fileStore.engine}, ${fileStore.driver}`;
  const desk = await openUploadDesk(tickets, fileStore);
  try {
    logProgress(`${store}: ${uploadCount} concurrent uploads`);
    // Measured first: large files leave memory allocated, which later measurements would reuse.
    const busy = await measureBusy(desk);
    logProgress(`${store}: ${rounds} files of 25 MB in each direction`);
    return { store, transfers: await measureTransfers(desk, rounds), busy };
  } finally {
    await desk.stop();
  }
};

const measureTransfers = async ({ bff, pipe }: UploadDesk, rounds: number): Promise<Transfer[]> => {
  const upload: Transfer = { name: 'upload', bff: [], pipe: [] };
  const download: Transfer = { name: 'download', bff: [], pipe: [] };
  // The first round only warms up.
  for (let round = 0; round <= rounds; round++) {
    const both = [['bff', bff] as const, ['pipe', pipe] as const];
    for (const [name, route] of round % 2 === 0 ? both : both.toReversed()) {
      const file = createFile();
      const sent = await time(() => send(route, 'POST', route.uploadPath, file));
      const { id } = JSON.parse(sent.body.toString()) as { id: string };
      const read = await time(() => send(route, 'GET', route.getDownloadPath(id)));
      if (!read.body.equals(file)) throw new Error(`The ${name} returned a different file.`);
      if (round === 0) continue;
      upload[name].push(sent.milliseconds);
      download[name].push(read.milliseconds);
    }
  }
  return [upload, download];
};

const time = async (act: () => Promise<Buffer>): Promise<{ body: Buffer; milliseconds: number }> => {
  const start = performance.now();
  return { body: await act(), milliseconds: performance.now() - start };
};

const send = async ({ url, headers }: Route, method: 'GET' | 'POST', path: string, file?: Buffer): Promise<Buffer> => {
  const { statusCode, body } = await agent.request({ origin: url, path, method, headers, body: file ?? null });
  const bytes = Buffer.from(await body.arrayBuffer());
  if (statusCode >= 300) throw new Error(`${method} ${path} returned ${statusCode}: ${bytes.toString('utf8', 0, 200)}`);
  return bytes;
};

const measureBusy = async ({ webDesk, bff }: UploadDesk): Promise<Busy> => {
  const measureMemory = async (): Promise<Memory> => ({
    bff: await measureResidentMiB(webDesk.bff.pid),
    api: await measureResidentMiB(webDesk.desk.server.pid),
  });
  const p99Idle = percentile(await measureLists(bff), 0.99);
  const idle = await measureMemory();
  const stopped = new AbortController();
  const uploads = Array.from({ length: uploadCount }, () => uploadSlowly(bff, stopped.signal));
  let peak = idle;
  const watching = (async () => {
    while (!stopped.signal.aborted) {
      const memory = await measureMemory();
      if (sum(memory) > sum(peak)) peak = memory;
      await pause(50);
    }
  })();
  const p99Busy = percentile(await measureLists(bff), 0.99);
  stopped.abort();
  await Promise.all([watching, ...uploads]);
  return { idle, peak, p99Idle, p99Busy };
};

const sum = ({ bff, api }: Memory): number => bff + api;

/** Uploads at the speed of a client with 2 Mbit/s until the signal aborts the upload. */
const uploadSlowly = async ({ url, headers, uploadPath }: Route, signal: AbortSignal): Promise<void> => {
  const chunk = Buffer.alloc(chunkBytes, 'a line of text\r\n');
  async function* chunks() {
    for (let sent = 0; sent < 380 * chunkBytes; sent += chunkBytes) {
      yield chunk;
      await pause(chunkMilliseconds);
    }
  }
  const body = Readable.from(chunks());
  const request = agent.request({ origin: url, path: uploadPath, method: 'POST', headers, body, signal });
  const rejected = await request.catch(() => null);
  if (rejected !== null) throw new Error(`An upload ended early: ${rejected.statusCode}`);
};

/** Returns the milliseconds of ticket lists over four connections. */
const measureLists = async (route: Route): Promise<number[]> => {
  const times: number[] = [];
  const until = performance.now() + measureSeconds * 1000;
  const read = async () => {
    while (performance.now() < until)
      times.push((await time(() => send(route, 'GET', '/api/tickets?per_page=30'))).milliseconds);
  };
  await Promise.all([1, 2, 3, 4].map(read));
  return times;
};

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const formatResult = (isReached: boolean): string => (isReached ? 'ok' : 'miss');

const transferTable = (stores: readonly Measured[]): Table => ({
  heading:
    'Files of 25 MB, one at a time: median milliseconds; the speed through the bff relative to the bare pipe is the median of the ratios of the rounds',
  columns: ['', '', 'bff ms', 'pipe ms', 'speed, bff / pipe', `aim ${aims.ratio}`],
  rows: stores.flatMap(({ store, transfers }) =>
    transfers.map(({ name, bff, pipe }) => {
      const ratio = medianRatio(pipe, bff);
      return [
        ...[store, name, whole.format(median(bff)), whole.format(median(pipe))],
        ...[fine.format(ratio), formatResult(ratio >= aims.ratio)],
      ];
    }),
  ),
});

const busyTable = (stores: readonly Measured[]): Table => ({
  heading: `${uploadCount} concurrent uploads of clients with 2 Mbit/s; MiB of resident memory of bff and api, and its growth at the peak; ticket lists over 4 connections`,
  columns: [
    ...['', 'idle', 'growth of bff', 'of api', 'of both', `aim ${aims.memoryMiB}`],
    ...['list p99 ms without uploads', 'with uploads', 'with / without', `aim ${aims.p99}`],
  ],
  rows: stores.map(({ store, busy: { idle, peak, p99Idle, p99Busy } }) => {
    const [difference, ratio] = [sum(peak) - sum(idle), p99Busy / p99Idle];
    return [
      ...[store, whole.format(sum(idle)), whole.format(peak.bff - idle.bff), whole.format(peak.api - idle.api)],
      ...[whole.format(difference), formatResult(difference <= aims.memoryMiB)],
      ...[fine.format(p99Idle), fine.format(p99Busy), fine.format(ratio), formatResult(ratio <= aims.p99)],
    ];
  }),
});
