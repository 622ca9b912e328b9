import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { listen } from '#server/testing/listen';
import { connectLmtp } from './mail/testing/lmtp-client.ts';
import {
  type ApiLogEntry,
  type ApiProcess,
  getStartFailure,
  getStartFailureInProcess,
  startApiProcess,
} from './testing/api-process.ts';

/** Runs an API process during `use`, then stops it and returns its exit code. */
const run = async (
  env: Record<string, string>,
  use: (url: string, getEntries: ApiProcess['getEntries']) => Promise<void>,
): Promise<number | null> => {
  const { url, getEntries, stop } = await startApiProcess(env);
  await use(url, getEntries).catch(async error => {
    await stop('SIGKILL');
    throw error;
  });
  return stop('SIGTERM');
};

/** Checks that the docs page may sign in on the current port. */
const expectDocsSignIn = async (url: string): Promise<void> => {
  const sent = new URLSearchParams({
    client_id: 'desk-docs',
    response_type: 'token',
    redirect_uri: `${url}/v1/docs/oauth2-redirect.html`,
    scope: 'tickets:read',
  });
  const { headers } = await fetch(`${url}/oauth/authorize?${sent}`, { redirect: 'manual' });
  assert.match(headers.get('location') ?? '', new RegExp(`^${url}/oauth/sign-in/`));
};

type Case = [env: Record<string, string>, expected: RegExp];

describe('the API as a process', () => {
  let dataDir = '';
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stardesk-main-'));
  });
  after(() => rm(dataDir, { recursive: true }));

  it('creates its data at the first start, logs the administrator once, and exits with 0 at SIGTERM', async () => {
    const code = await run({ DATA_DIR: dataDir }, async (url, getEntries) => {
      const admin = getEntries().find(({ msg }) => msg === 'administrator created');
      assert.equal(admin?.email, 'admin@stardesk.local');
      assert.match(admin?.password ?? '', /^[\w-]{16}$/);
      assert.equal((await fetch(`${url}/healthz`)).status, 200);
      assert.equal((await fetch(`${url}/readyz`)).status, 200);
      await expectDocsSignIn(url);
    });
    assert.equal(code, 0);
    for (const file of ['stardesk.db', 'bff-client.json', 'secret-keys.json']) {
      assert.equal((await stat(join(dataDir, file))).mode & 0o777, 0o600, file);
    }
  });

  it('keeps data and secrets at the second start, and the docs page signs in on a different port', async () => {
    const readSecrets = () =>
      Promise.all(['bff-client.json', 'secret-keys.json'].map(file => readFile(join(dataDir, file), 'utf8')));
    const before = await readSecrets();
    const code = await run({ DATA_DIR: dataDir }, async (url, getEntries) => {
      await expectDocsSignIn(url);
      assert.ok(!getEntries().some(({ msg }) => msg === 'administrator created'));
    });
    assert.equal(code, 0);
    assert.deepEqual(await readSecrets(), before);
  });

  it('is alive but not ready while it waits for the store', async () => {
    const lockHolder = new DatabaseSync(join(dataDir, 'stardesk.db'));
    lockHolder.exec('begin immediate');
    const opened = Promise.withResolvers<number>();
    const entries: ApiLogEntry[] = [];
    const onLine = (line: string) => {
      const entry = JSON.parse(line) as ApiLogEntry;
      entries.push(entry);
      if (entry.msg?.startsWith('port open')) opened.resolve(entry.port ?? 0);
    };
    const starting = startApiProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'debug' }, { onLine });
    const url = `http://127.0.0.1:${await opened.promise}`;
    const probe = async (path: string) => {
      const { status, headers } = await fetch(`${url}${path}`);
      return [status, headers.get('retry-after')];
    };
    assert.deepEqual(await probe('/healthz'), [200, null]);
    assert.deepEqual(await probe('/readyz'), [503, '1']);
    assert.deepEqual(await probe('/v1/tickets'), [503, '1']);
    lockHolder.exec('rollback');
    lockHolder.close();
    const { stop } = await starting;
    assert.deepEqual(await probe('/readyz'), [200, null]);
    assert.equal(await stop('SIGTERM'), 0);
    assert.ok(!entries.some(({ msg }) => msg === 'unexpected error'));
  });

  it('adds no recurring job with JOBS=false', async () => {
    const other = await mkdtemp(join(tmpdir(), 'stardesk-main-'));
    await run({ DATA_DIR: other, JOBS: 'false', SAMPLE_DATA: 'false' }, async url => {
      assert.equal((await fetch(`${url}/readyz`)).status, 200);
    });
    const counts = [dataDir, other].map(path => {
      const store = new DatabaseSync(join(path, 'stardesk.db'));
      const count = store.prepare('select count(*) as count from jobs').get()?.['count'];
      store.close();
      return count;
    });
    await rm(other, { recursive: true });
    assert.ok(Number(counts[0]) > 0, 'a process that runs jobs adds the recurring jobs');
    assert.equal(counts[1], 0);
  });

  it('accepts mail by LMTP on a free port, which only this machine can reach', async () => {
    const env = { DATA_DIR: dataDir, LMTP_PORT: '0' };
    const code = await run(env, async (_url, getEntries) => {
      const { port = 0 } = getEntries().find(({ msg }) => msg === 'LMTP server listening') ?? {};
      const recipients = ['support+x@stardesk.local', 'nobody@stardesk.local'];
      const client = await connectLmtp(port);
      const replies = await client.deliver('ada@shop.example', recipients, 'Subject: Smoke\r\n\r\nIt smokes.\r\n');
      client.close();
      assert.match(replies.join(), /^250 2\.6\.0 .*,550 5\.1\.1 /);
      // Each address of 127.0.0.0/8 is local. A server that listened on all addresses would accept this connection.
      await assert.rejects(once(connect(port, '127.0.0.2'), 'connect'), { code: 'ECONNREFUSED' });
    });
    assert.equal(code, 0);
  });

  it('never logs a configured password', async () => {
    const other = await mkdtemp(join(tmpdir(), 'stardesk-main-'));
    await run(
      { DATA_DIR: other, ADMIN_PASSWORD: 'open sesame now', SAMPLE_DATA: 'false' },
      async (_url, getEntries) => {
        assert.ok(getEntries().some(({ msg }) => msg === 'administrator created'));
        assert.ok(!JSON.stringify(getEntries()).includes('sesame'));
      },
    );
    await rm(other, { recursive: true });
  });

  it('prints one sentence per start error, and exits with 1', async () => {
    const file = join(dataDir, 'a-file');
    await writeFile(file, '');
    const busy = createServer();
    const port = await listen(busy);
    const cases: [Case, ...Case[]] = [
      [{ API_PORT: 'x', LOG_LEVEL: 'y' }, /^API_PORT must be .*\nLOG_LEVEL must be .*\n$/],
      [{ DATA_DIR: join(file, 'below') }, /^DATA_DIR .* cannot be created: .*\n$/],
      [{ DATA_DIR: '/proc/no/such' }, /^DATA_DIR .* cannot be created: .*\n$/],
      [{ DATA_DIR: dataDir, SECRET_KEYS: 'a1'.repeat(32) }, /^SECRET_KEYS lacks the key that sealed .*\n$/],
      [{ SECRET_KEYS: 'short' }, /^SECRET_KEYS must be keys of 64 hexadecimal digits\n$/],
      [{ DATA_DIR: dataDir, LMTP_PORT: String(port) }, /^LMTP_PORT is in use by another program: .*\n$/],
      [{ DATA_DIR: dataDir, API_PORT: String(port) }, /^API_PORT is in use by another program: choose another port\n$/],
      [
        { DATA_DIR: dataDir, DATABASE_URL: 'postgres://127.0.0.1:1/none' },
        /^DATABASE_URL names a PostgreSQL database .*\n$/,
      ],
    ];
    for (const [env, sentence] of cases) assert.match(await getStartFailureInProcess(env), sentence);
    const [[env, sentence]] = cases;
    const { code, output } = await getStartFailure(env);
    assert.match(output, sentence);
    assert.equal(code, 1);
    busy.close();
  });
});
