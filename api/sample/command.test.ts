import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open-database.ts';
import { countTableRows } from '../testing/expect-consistent.ts';
import { runDeskInProcess } from '../testing/run-desk.ts';
import { loadSample } from './load-sample.ts';

const now = Date.UTC(2026, 10, 20, 10, 12);

describe('desk sample', () => {
  let dataDir: string;

  const runSample = (...args: string[]) => runDeskInProcess(dataDir, ['sample', ...args]);

  const countTickets = async (): Promise<number> => {
    const database = openDatabase({ dataDir });
    const tickets = await countTableRows(database, 'tickets');
    await database.close();
    return tickets;
  };

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stardesk-'));
    const database = openDatabase({ dataDir });
    await migrate(database, () => now);
    await loadSample(database, now);
    await database.close();
  });
  after(() => rm(dataDir, { recursive: true }));

  it('adds tickets and reports its progress, or prints only JSON', async () => {
    const before = await countTickets();
    const { status, stdout, stderr } = await runSample('--tickets', '300');
    equal(status, 0, stderr);
    match(stdout, /^Added 300 tickets with \d+ messages in /);
    match(stderr, /300 of 300 tickets, [\d,]+\/s, 0 s left\n$/);
    equal(await countTickets(), before + 300);
    const json = await runSample('--tickets', '20', '--seed', '5', '--json');
    deepEqual([json.status, JSON.parse(json.stdout).tickets, json.stderr], [0, 20, '']);
  });

  it('rejects an invalid or missing number with an error message and adds no tickets', async () => {
    const before = await countTickets();
    for (const invalid of ['0', '-5', 'many', '1.5', '10000001']) {
      deepEqual(await runSample(`--tickets=${invalid}`), {
        status: 1,
        stdout: '',
        stderr: `--tickets must be a whole number from 1 to 10000000, not "${invalid}".\n`,
      });
    }
    const missing = await runSample();
    deepEqual([missing.status, missing.stderr], [1, 'The option --tickets is required: desk sample --tickets 1000\n']);
    equal(await countTickets(), before);
  });
});
