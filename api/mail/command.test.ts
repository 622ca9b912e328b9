import assert from 'node:assert/strict';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { maxMailBytes } from '#contract/mails';
import { openDatabase } from '../database/open-database.ts';
import { openFiles } from '../files/files.ts';
import { runDeskInProcess } from '../testing/run-desk.ts';

const mail = 'From: a@shop.example\r\nSubject: Printer\r\n\r\nIt smokes.\r\n';

describe('desk mail receive', () => {
  let dataDir = '';
  const run = (input: string, ...args: string[]) => runDeskInProcess(dataDir, ['mail', 'receive', ...args], { input });
  const toSupport = ['--mailbox', 'Support+tabc@desk.example'];

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stardesk-mail-'));
    await runDeskInProcess(dataDir, ['people', 'add', 'mara@desk.example', '--name', 'Mara']);
    await runDeskInProcess(dataDir, ['mailboxes', 'add', 'support@desk.example', '--name', 'Support']);
  });
  after(() => rm(dataDir, { recursive: true }));

  it('exits with 0 and stores the mail only once, with its envelope', async () => {
    const first = await run(mail, ...toSupport, '--envelope-from', '', '--json');
    assert.equal(first.status, 0);
    assert.deepEqual(JSON.parse(first.stdout), { mail_id: '1', is_new: true });
    assert.equal((await run(mail, ...toSupport)).stdout, 'Already stored as mail 1.\n');
    const database = openDatabase({ dataDir });
    const rows = await database.read.selectFrom('mails').selectAll().execute();
    assert.deepEqual(
      rows.map(({ envelope_from, envelope_to }) => [envelope_from, envelope_to]),
      [['', 'Support+tabc@desk.example']],
    );
    assert.equal((await openFiles(database, { dataDir }).read(rows[0]?.file_id ?? '')).toString(), mail);
    await database.close();
  });

  it('stores a mail for an alias of the mailbox', async () => {
    await runDeskInProcess(dataDir, ['mailboxes', 'set', 'support@desk.example', '--alias', 'help@desk.example']);
    const { status, stdout } = await run('From: c@shop.example\r\n\r\nC', '--mailbox', 'HELP+x@desk.example');
    assert.deepEqual([status, stdout], [0, 'Stored as mail 2.\n']);
  });

  it('exits with 67 for an unknown mailbox, and with 65 for a mail that is too large', async () => {
    const unknown = await run(mail, '--mailbox', 'sales@desk.example');
    assert.deepEqual([unknown.status, unknown.stderr], [67, 'No mailbox has the address sales@desk.example.\n']);
    const large = await run('x'.repeat(maxMailBytes + 1), ...toSupport);
    assert.deepEqual([large.status, large.stderr], [65, 'The mail is larger than 25 MB and was not stored.\n']);
  });

  it('exits with 75 while the mailbox is disabled', async () => {
    await runDeskInProcess(dataDir, ['mailboxes', 'set', 'support@desk.example', '--enabled', 'off']);
    const { status, stderr } = await run('From: b@shop.example\r\n\r\nB', ...toSupport);
    assert.deepEqual([status, stderr], [75, 'The mail was not stored; try again later: The mailbox is disabled.\n']);
  });

  it('exits with 75 while the database cannot be opened', async () => {
    const [file, aside] = [join(dataDir, 'stardesk.db'), join(dataDir, 'aside.db')];
    await rename(file, aside);
    await writeFile(file, 'not a database');
    assert.equal((await run(mail, ...toSupport)).status, 75);
    await rename(aside, file);
  });
});
