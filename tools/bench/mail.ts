import { setTimeout as pause } from 'node:timers/promises';
import { Command } from 'commander';
import { createIntegerArgumentParser } from '../integer-argument.ts';
import { benchCommand, logProgress } from './bench-command.ts';
import { badMails, createMail, createUsualMail, largeMails } from './mail/bench-mails.ts';
import { measureDeliveries } from './mail/deliveries.ts';
import { type MailDesk, openMailDesk } from './mail/mail-desk.ts';
import { percentile } from './statistics.ts';
import type { Table } from './table.ts';

type Options = { mails: number };

type Received = { engine: string; perSecond: number; p50: number; p99: number; deliveriesPerSecond: number };
type Large = { name: string; seconds: number; before: number; peak: number };
type Bad = { name: string; state: string; milliseconds: number };

/** The aims of the design; times in milliseconds. */
const aims = { perSecond: 50, p50: 300, p99: 1000, memoryMiB: 300, delay: 10_000 };

/** `npm run bench -- mail`: measures how incoming mail becomes tickets, and how fast replies are sent. */
export const mailBench = (): Command =>
  benchCommand({
    command: new Command('mail')
      .description('measure mail: processed and sent per second, time to the ticket, memory, and delay after bad mail')
      .option('--mails <n>', 'number of usual mails', createIntegerArgumentParser(10, 10_000), 500),
    measure,
    tables: ({ received, large, bad }) => [
      receivedTable(received),
      sentTable(received),
      largeTable(large),
      badTable(bad),
    ],
  });

const measure = async ({ mails }: Options): Promise<{ received: Received[]; large: Large[]; bad: Bad[] }> => {
  const received: Received[] = [];
  for (const engine of ['sqlite', 'postgres'] as const) {
    logProgress(`${mails} mails on ${engine}`);
    const desk = await openMailDesk(engine);
    try {
      const times = await measureReceiving(desk, mails);
      received.push({ engine, ...times, deliveriesPerSecond: await measureDeliveries(desk, mails) });
    } finally {
      await desk.stop();
    }
  }
  const desk = await openMailDesk('sqlite');
  try {
    logProgress('large and bad mails');
    return { received, large: await measureLarge(desk), bad: await measureBad(desk) };
  } finally {
    await desk.stop();
  }
};

const senders = 8;

const measureReceiving = async (
  desk: MailDesk,
  mails: number,
): Promise<Omit<Received, 'engine' | 'deliveriesPerSecond'>> => {
  await desk.waitFor(await desk.send(createUsualMail()));
  const start = performance.now();
  let left = mails;
  const send = async () => {
    while (left-- > 0) await desk.send(createUsualMail());
  };
  await Promise.all(Array.from({ length: senders }, send));
  await desk.waitForAll();
  const perSecond = mails / ((performance.now() - start) / 1000);
  const delays: number[] = [];
  for (let count = 0; count < Math.min(mails, 200); count++) {
    const subject = `Timed ${count}`;
    await desk.send(createMail('The printer smokes.', { subject }));
    const acknowledged = performance.now();
    await desk.waitForTicket(subject);
    delays.push(performance.now() - acknowledged);
  }
  return { perSecond, p50: percentile(delays, 0.5), p99: percentile(delays, 0.99) };
};

const measureLarge = async (desk: MailDesk): Promise<Large[]> => {
  const results: Large[] = [];
  for (const [name, create] of Object.entries(largeMails)) {
    const before = await desk.memory();
    const start = performance.now();
    let [peak, isOver] = [before, false];
    const watching = (async () => {
      while (!isOver) {
        peak = Math.max(peak, await desk.memory());
        await pause(10);
      }
    })();
    await desk.waitFor(await desk.send(create()));
    isOver = true;
    await watching;
    results.push({ name, seconds: (performance.now() - start) / 1000, before, peak });
  }
  return results;
};

/** Measures how long a usual mail takes after a mail that is hard to parse. */
const measureBad = async (desk: MailDesk): Promise<Bad[]> => {
  const results: Bad[] = [];
  for (const [name, create] of Object.entries(badMails)) {
    const bad = await desk.send(create());
    const next = await desk.send(createUsualMail());
    const acknowledged = performance.now();
    await desk.waitFor(next);
    const milliseconds = performance.now() - acknowledged;
    results.push({ name, state: await desk.waitFor(bad), milliseconds });
  }
  return results;
};

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const formatResult = (isReached: boolean): string => (isReached ? 'ok' : 'miss');

const receivedTable = (received: readonly Received[]): Table => ({
  heading: `Mails of 10 KB to one mailbox: mails processed per second, sent over ${senders} connections, and ms from the acknowledgement of a single mail until the list has its ticket`,
  columns: ['', 'mails/s', `≥ ${aims.perSecond}`, 'p50 ms', `≤ ${aims.p50}`, 'p99 ms', `≤ ${aims.p99}`],
  rows: received.map(({ engine, perSecond, p50, p99 }) => [
    engine,
    whole.format(perSecond),
    formatResult(perSecond >= aims.perSecond),
    fine.format(p50),
    formatResult(p50 <= aims.p50),
    fine.format(p99),
    formatResult(p99 <= aims.p99),
  ]),
});

const sentTable = (received: readonly Received[]): Table => ({
  heading: 'Replies sent to a mail server on this machine, two at a time',
  columns: ['', 'deliveries/s'],
  rows: received.map(({ engine, deliveriesPerSecond }) => [engine, fine.format(deliveriesPerSecond)]),
});

const largeTable = (large: readonly Large[]): Table => ({
  heading: 'A mail of 25 MB: resident memory of the API and its parser while it is stored and processed',
  columns: ['', 'seconds', 'before MiB', 'peak MiB', `≤ ${aims.memoryMiB}`],
  rows: large.map(({ name, seconds, before, peak }) => [
    name,
    fine.format(seconds),
    whole.format(before),
    whole.format(peak),
    formatResult(peak <= aims.memoryMiB),
  ]),
});

const badTable = (bad: readonly Bad[]): Table => ({
  heading: 'The next mail after a bad mail: from the acknowledgement of the next mail until it is processed',
  columns: ['', 'state of the bad mail', 'delay ms', `≤ ${aims.delay}`],
  rows: bad.map(({ name, state, milliseconds }) => [
    name,
    state,
    whole.format(milliseconds),
    formatResult(milliseconds <= aims.delay),
  ]),
});
