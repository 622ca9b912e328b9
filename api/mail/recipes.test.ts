import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { projectFolder } from '#server/testing/server-process';
import { openDatabase } from '../database/open-database.ts';
import { openFiles } from '../files/files.ts';
import { runDeskInProcess } from '../testing/run-desk.ts';

describe('the script of OPERATIONS.md for mail servers', () => {
  let dataDir = '';
  let script = '';
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stardesk-recipes-'));
    const text = await readFile(join(projectFolder, 'OPERATIONS.md'), 'utf8');
    const [, recipe = ''] = /```sh\n(#!\/bin\/sh\n# \/usr\/local\/bin\/stardesk-mail.*?)```/s.exec(text) ?? [];
    script = join(dataDir, 'stardesk-mail');
    await writeFile(script, recipe.replace('/srv/stardesk/data', dataDir).replace('/srv/stardesk', projectFolder));
    await runDeskInProcess(dataDir, ['mailboxes', 'add', 'support@desk.example', '--name', 'Support']);
  });
  after(() => rm(dataDir, { recursive: true }));

  let mails = 0;
  const write = () => `Subject: ${++mails}\n\nIt smokes.\n`;
  /** Runs the script as a mail server does, and returns its exit code. */
  const pipe = async (mail: string, { args = [], env = {} }: { args?: string[]; env?: object } = {}) => {
    const child = spawn('/bin/sh', [script, ...args], {
      env: { PATH: '/usr/bin:/bin', ...env },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.stdin.on('error', () => {}).end(mail);
    const [code] = await once(child, 'close');
    return code;
  };
  const readLast = async () => {
    const database = openDatabase({ dataDir });
    const last = await database.read
      .selectFrom('mails')
      .selectAll()
      .orderBy('n', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const raw = (await openFiles(database, { dataDir }).read(last.file_id ?? '')).toString();
    await database.close();
    return { raw, from: last.envelope_from, to: last.envelope_to };
  };
  const [from, to] = ['ada@shop.example', 'support+x@desk.example'];
  const fromLine = 'From ada@shop.example Tue Nov 24 02:00:00 2026\n';

  for (const [caller, call, expected] of [
    ['a pipe of Postfix', { args: [to, from] }, { from, to }],
    ['a pipe of Postfix for a bounce', { args: [to, ''] }, { from: '', to }],
    ['an alias of Postfix', { env: { ORIGINAL_RECIPIENT: to, RECIPIENT: 'x@y', SENDER: from } }, { from, to }],
    ['a pipe of Exim for a bounce', { env: { RECIPIENT: to, SENDER: '' } }, { from: '', to }],
    ['procmail', { args: [to] }, { from: null, to }],
  ] as const) {
    it(`stores a mail from ${caller} with its envelope, and without the line “From …”`, async () => {
      const mail = write();
      const { args = [], ...rest } = { args: [], ...call };
      assert.equal(await pipe(fromLine + mail, { ...rest, args: [...args] }), 0);
      assert.deepEqual(await readLast(), { raw: mail, ...expected });
    });
  }

  it('exits with 67 for an unknown mailbox, 75 if the mailbox is disabled or the command cannot run', async () => {
    assert.equal(await pipe(write(), { args: ['sales@desk.example', from] }), 67);
    const enable = (value: string) =>
      runDeskInProcess(dataDir, ['mailboxes', 'set', 'support@desk.example', '--enabled', value]);
    await enable('off');
    assert.equal(await pipe(write(), { args: [to, from] }), 75);
    await enable('on');
    assert.equal(await pipe(write(), { args: [to, from], env: { NODE_OPTIONS: '--no-such-option' } }), 75);
    assert.equal(await pipe(write(), { args: [to, from], env: { LOG_LEVEL: 'loud' } }), 75);
  });
});
