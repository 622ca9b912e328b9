import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openDatabase } from './database/open-database.ts';
import { verifyPassword } from './oauth/accounts/passwords.ts';
import { runDesk, runDeskInProcess } from './testing/run-desk.ts';

const names = [
  ...['people', 'mailboxes', 'clients', 'tokens', 'grants', 'keys', 'sample', 'migrate', 'check', 'backup', 'restore'],
  ...['secrets', 'jobs', 'settings', 'tags', 'audit', 'files', 'mail'],
];

describe('npm run desk', () => {
  let parent = '';
  let dataDir = '';
  const run = (...args: string[]) => runDesk(dataDir, args);
  const runHere = (...args: string[]) => runDeskInProcess(dataDir, args);
  before(async () => {
    parent = await mkdtemp(join(tmpdir(), 'stardesk-desk-'));
    dataDir = join(parent, 'not-there-yet');
  });
  after(() => rm(parent, { recursive: true }));

  it('--help lists every command, and each has its own --help', async () => {
    const { status, stdout } = await run('--help');
    assert.equal(status, 0);
    for (const name of names) {
      assert.match(stdout, new RegExp(`^ {2}${name}\\b`, 'm'));
      const own = await runDeskInProcess(dataDir, [name, '--help']);
      assert.equal(own.status, 0);
      assert.match(own.stdout, new RegExp(`^Usage: desk ${name}`));
    }
  });

  it('migrate creates the configured store', async () => {
    const first = await run('migrate');
    assert.deepEqual([first.status, first.stderr], [0, '']);
    assert.match(first.stdout, /^Applied 0001-people\.$/m);
    assert.equal((await runHere('migrate')).stdout, 'The database is up to date.\n');
  });

  it('people --password-stdin reads a piped password without the line break', async () => {
    const hasPassword = async (email: string, password: string) => {
      const database = openDatabase({ dataDir });
      const row = await database.read.selectFrom('people').select('password_hash').where('email', '=', email).execute();
      await database.close();
      return verifyPassword(password, row[0]?.password_hash ?? null);
    };
    const add = ['people', 'add', 'kim@desk.example', '--name', 'Kim', '--password-stdin'];
    const added = await runDesk(dataDir, add, { input: ' piped in, twice \n' });
    assert.equal(added.stdout, 'Added Kim <kim@desk.example> as agent.\n');
    assert.equal(await hasPassword('kim@desk.example', ' piped in, twice '), true);
    const change = ['people', 'set-password', 'kim@desk.example', '--password-stdin'];
    const changed = await runDeskInProcess(dataDir, change, { input: 'another one\r\n' });
    assert.equal(changed.stdout, 'kim@desk.example has a new password.\n');
    assert.equal(await hasPassword('kim@desk.example', 'another one'), true);
  });

  it('exits with 1 and prints the error on standard error', async () => {
    for (const [execute, args, sentence] of [
      [run, ['people', 'disable', 'nobody@desk.example'], /^No person has the email nobody@desk\.example; .*\n$/],
      [runHere, ['nonsense'], /^error: unknown command 'nonsense'\n$/],
    ] as const) {
      const { status, stdout, stderr } = await execute(...args);
      assert.match(stderr, sentence);
      assert.deepEqual([status, stdout], [1, '']);
    }
  });

  it('exits with 1 and explains an unavailable store', async () => {
    const env = { DATABASE_URL: 'postgres://desk@127.0.0.1:1/desk' };
    for (const args of [['people', 'list'], ['check'], ['backup', join(dataDir, 'unused.db')]]) {
      const { status, stderr } = await runDeskInProcess(dataDir, args, { env });
      assert.match(stderr, /^Failed: the PostgreSQL server of DATABASE_URL .+ check that it runs \(connect .+\)\.\n$/);
      assert.equal(status, 1);
    }
  });

  it('completes the command when its output is closed', async () => {
    const unread = ['sh', '-c', '{ "$@"; echo "$?" >&2; } | true', 'sh'];
    const args = ['people', 'add', 'lee@desk.example', '--name', 'Lee', '--password', 'correct horse'];
    const { stderr } = await runDesk(dataDir, args, { wrapper: unread, env: { PATH: process.env['PATH'] ?? '' } });
    assert.equal(stderr, '0\n');
    assert.match((await runDeskInProcess(dataDir, ['people', 'list'])).stdout, /lee@desk\.example/);
  });
});
