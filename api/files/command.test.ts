import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openDatabase } from '../database/open-database.ts';
import { type HoldOptions, holdJobs } from '../jobs/hold-jobs.ts';
import { runDeskInProcess } from '../testing/run-desk.ts';
import { openFiles } from './files.ts';

const mail = `From: amelie@shop.example\r\nSubject: Printer\r\n\r\n${'It smokes.\r\n'.repeat(50_000)}`;

describe('npm run desk -- files', () => {
  let dataDir = '';
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stardesk-files-'));
    await runDeskInProcess(dataDir, ['people', 'add', 'mara@desk.example', '--name', 'Mara']);
    await runDeskInProcess(dataDir, ['mailboxes', 'add', 'support@desk.example', '--name', 'Support']);
    const receive = ['mail', 'receive', '--mailbox', 'support@desk.example'];
    assert.equal((await runDeskInProcess(dataDir, receive, { input: mail })).status, 0);
  });
  after(() => rm(dataDir, { recursive: true }));

  const listOnDisk = async () =>
    (await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true }))
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name));
  const read = async () => {
    const database = openDatabase({ dataDir });
    const { sha256 } = await database.read.selectFrom('stored_files').select('sha256').executeTakeFirstOrThrow();
    const bytes = await openFiles(database, { dataDir }).read(sha256);
    await database.close();
    return bytes.toString();
  };

  it('move moves all files to the database and back, and prints the value of FILES to set', async () => {
    assert.equal((await listOnDisk()).length, 1);
    const moved = await runDeskInProcess(dataDir, ['files', 'move', '--to', 'database']);
    assert.deepEqual([moved.status, await listOnDisk()], [0, []]);
    assert.match(moved.stdout, /^Moved 1 file, 0\.6 MB, to the database in 1 s\.\n$/);
    assert.match(moved.stderr, /New files are still stored with FILES=disk: restart the servers with FILES=database\./);
    assert.equal(await read(), mail);
    const back = await runDeskInProcess(dataDir, ['files', 'move', '--to', 'disk', '--json']);
    assert.partialDeepStrictEqual(JSON.parse(back.stdout), { files: 1, bytes: mail.length, missing: 0 });
    assert.equal((await listOnDisk()).length, 1);
    assert.equal(await read(), mail);
  });

  it('move and backup exclude each other, and explain when to run them again', async () => {
    const runDuring = async (isExclusive: boolean, args: string[]) => {
      const database = openDatabase({ dataDir });
      const hold: HoldOptions = { kind: 'collect_files', isExclusive };
      const result = await holdJobs(database, hold, () => runDeskInProcess(dataDir, args));
      await database.close();
      return result;
    };
    const move = await runDuring(false, ['files', 'move', '--to', 'database']);
    assert.match(move.stderr, /A backup or another move is using the files\. Wait until it has finished/);
    const backup = await runDuring(true, ['backup', join(dataDir, 'during')]);
    assert.match(backup.stderr, /is moving the files\. Back up after it has finished.* Nothing was written\./);
    assert.deepEqual([move.status, backup.status, (await listOnDisk()).length], [1, 1, 1]);
    const without = await runDuring(true, ['backup', join(dataDir, 'rows'), '--without-files']);
    assert.equal(without.status, 0);
  });

  it('check --files verifies all bytes, and a backup counts missing and damaged files', async () => {
    const check = () => runDeskInProcess(dataDir, ['check', '--files']);
    assert.match((await check()).stdout, /^No problems found/);
    const without = await runDeskInProcess(dataDir, ['backup', join(dataDir, 'small'), '--without-files']);
    assert.match(without.stderr, /The bytes of files were left out/);
    const [path = ''] = await listOnDisk();
    await truncate(path, 100);
    const { status, stdout } = await check();
    assert.match(stdout, /^file-bytes: File \w{64}: it has a different size than its row\.\n1 finding\./);
    assert.equal(status, 1);
    const { status: backedUp, stderr } = await runDeskInProcess(dataDir, ['backup', join(dataDir, 'backup')]);
    assert.match(stderr, /1 file missing or damaged and not in the backup: see "desk check --files"/);
    assert.equal(backedUp, 0);
  });
});
