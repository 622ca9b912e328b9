import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { Client } from 'pg';
import { checks } from './check/checks.ts';
import { runChecks } from './check/run-checks.ts';
import { openDatabase } from './database/open.ts';
import { addOneAdministrator } from './testing/administrators.ts';
import { type ApiProcess, startApiProcess } from './testing/api-process.ts';
import { createTestDatabase, type TestDatabase } from './testing/postgres.ts';

type Place = Parameters<typeof openDatabase>[0];

const expectSound = async (place: Place): Promise<void> => {
  const database = openDatabase(place);
  assert.deepEqual((await runChecks(database, checks)).findings, []);
  await database.close();
};

/** Asks a process of the api in the name of a token. */
const asking = (api: () => ApiProcess, token: () => string) => async (method: string, path: string, body?: object) => {
  const headers = { Authorization: `Bearer ${token()}`, 'Content-Type': 'application/json' };
  const response = await fetch(`${api().url}${path}`, { method, headers, body: JSON.stringify(body) ?? null });
  const text = await response.text();
  return { status: response.status, retryAfter: response.headers.get('retry-after'), text };
};

type Answer = Awaited<ReturnType<ReturnType<typeof asking>>>;

const expectOutage = ({ status, retryAfter, text }: Answer): void => {
  assert.deepEqual([status, retryAfter], [503, '5'], text.slice(0, 500));
  const body = JSON.parse(text) as Record<string, unknown>;
  assert.deepEqual(Object.keys(body), ['code', 'message', 'description']);
  assert.equal(body['code'], 50300);
};

const hasLogged = ({ entries }: ApiProcess, what: RegExp): boolean => entries.some(({ msg = '' }) => what.test(msg));

describe('a disk on which the SQLite file cannot grow', () => {
  let dataDir = '';
  let token = '';
  let api: ApiProcess;
  const ask = asking(
    () => api,
    () => token,
  );
  const write = () => ask('POST', '/v1/tickets', { subject: 'Large', description: 'x y z '.repeat(10_000) });
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stardesk-full-'));
    token = await addOneAdministrator({ dataDir });
    // No file may be written beyond 1 MiB: a file system's own refusal, and one that needs no other file system.
    const small = ['sh', '-c', 'ulimit -f 2048; exec "$@"', 'sh'];
    api = await startApiProcess({ DATA_DIR: dataDir, SAMPLE_DATA: 'false', NODE_COMPILE_CACHE: '' }, { by: small });
  });
  after(async () => {
    await api.end('SIGKILL');
    await rm(dataDir, { recursive: true });
  });

  it('503 for every write, also of several at once; reads go on; and all is well when there is room again', async () => {
    const kept: string[] = [];
    let answers: Answer[];
    do {
      answers = await Promise.all([write(), write(), write(), write()]);
      for (const { status, text } of answers) if (status === 201) kept.push((JSON.parse(text) as { id: string }).id);
    } while (answers.some(({ status }) => status === 201));
    for (const answer of answers) expectOutage(answer);
    // One write alone may still find room where four did not.
    let replaced: Answer;
    let times = 0;
    do {
      const description = `${times++} z y `.repeat(9000);
      replaced = await ask('PUT', `/v1/tickets/${kept[0]}`, { subject: 'Large', description });
    } while (replaced.status === 200);
    expectOutage(replaced);
    for (const id of kept) assert.equal((await ask('GET', `/v1/tickets/${id}`)).status, 200);
    const found = await ask('GET', '/v1/tickets?q=large&count=true&per_page=100&fields=id');
    assert.equal((JSON.parse(found.text) as unknown[]).length, kept.length);
    assert.ok(hasLogged(api, /^the (disk of the store refuses|store is full)/));

    // What the log holds goes into the file, so there is room in it again.
    const other = new DatabaseSync(join(dataDir, 'stardesk.db'));
    other.exec('pragma wal_checkpoint(truncate)');
    other.close();
    assert.equal((await write()).status, 201);
    await expectSound({ dataDir });
  });
});

/** A way to a Postgres that can be closed and opened again. */
const createGate = async (databaseUrl: string) => {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server: Server = createServer(socket => {
    const onward = connect(Number(target.port), target.hostname);
    for (const [one, other] of [[socket, onward] as const, [onward, socket] as const]) {
      sockets.add(one);
      one.on('error', () => undefined).on('close', () => other.destroy());
      one.pipe(other);
    }
  });
  const open = (port: number) => new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
  await open(0);
  const { port } = server.address() as { port: number };
  const url = new URL(databaseUrl);
  url.port = String(port);
  return {
    url: url.href,
    open: () => open(port),
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
        sockets.clear();
      }),
  };
};

describe('a PostgreSQL that has trouble', () => {
  let store: TestDatabase;
  let token = '';
  let api: ApiProcess;
  let gate: Awaited<ReturnType<typeof createGate>>;
  let administrator: Client;
  let dataDir = '';
  const ask = asking(
    () => api,
    () => token,
  );
  const write = () => ask('POST', '/v1/tickets', { subject: 'One more' });
  const read = () => ask('GET', '/v1/tickets?q=more');
  const statusOf = (answers: readonly Answer[]) => [...new Set(answers.map(({ status }) => status))];
  before(async () => {
    store = await createTestDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'stardesk-away-'));
    token = await addOneAdministrator({ dataDir: '', databaseUrl: store.databaseUrl });
    gate = await createGate(store.databaseUrl);
    api = await startApiProcess({ DATA_DIR: dataDir, DATABASE_URL: gate.url, SAMPLE_DATA: 'false' });
    administrator = new Client({ connectionString: store.databaseUrl });
    await administrator.connect();
    assert.equal((await write()).status, 201);
  });
  after(async () => {
    await api.end('SIGTERM');
    await gate.close();
    await administrator.end();
    await expectSound({ dataDir: '', databaseUrl: store.databaseUrl });
    await store.drop();
    await rm(dataDir, { recursive: true });
  });

  /** Its name. */
  const database = () => new URL(store.databaseUrl).pathname.slice(1);
  /** Connections take a setting of the database over when they begin. */
  const set = async (setting: string) => {
    await administrator.query(`alter database ${database()} ${setting}`);
    await administrator.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
      [database()],
    );
  };
  const afterwards = async (work: () => Promise<Answer>, status: number) => {
    const until = performance.now() + 10_000;
    for (;;) {
      const answer = await work();
      if (answer.status === status || performance.now() > until)
        return assert.equal(answer.status, status, answer.text);
    }
  };

  it('503 for writes while it is read-only, reads go on, and then all does', async () => {
    await set('set default_transaction_read_only = on');
    await afterwards(read, 200);
    for (const answer of await Promise.all([write(), write(), write()])) expectOutage(answer);
    assert.deepEqual(statusOf(await Promise.all([read(), read(), read()])), [200]);
    assert.ok(hasLogged(api, /^the store is read-only: make/));
    await set('reset default_transaction_read_only');
    await afterwards(write, 201);
  });

  it('503 for writes while its disk is full, reads go on, and then all does', async () => {
    // What it says when it cannot extend a file, said by a trigger.
    await administrator.query(`
      create function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
      create trigger refuse before insert on tickets execute function refuse()`);
    for (const answer of await Promise.all([write(), write()])) expectOutage(answer);
    assert.equal((await read()).status, 200);
    assert.ok(hasLogged(api, /^the store is full: make room/));
    await administrator.query('drop trigger refuse on tickets; drop function refuse()');
    assert.equal((await write()).status, 201);
  });

  it('503 for everything while it is away, alive all the time, and then all goes on', async () => {
    await gate.close();
    for (const answer of await Promise.all([write(), read(), write(), read()])) expectOutage(answer);
    assert.equal((await fetch(`${api.url}/healthz`)).status, 200);
    assert.equal((await fetch(`${api.url}/readyz`)).status, 503);
    const token = await fetch(`${api.url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x', client_id: 'nobody' }),
    });
    assert.deepEqual([token.status, token.headers.get('retry-after')], [503, '5']);
    assert.partialDeepStrictEqual(await token.json(), { error: 'temporarily_unavailable', code: 50300 });
    const page = await fetch(`${api.url}/oauth/authorize?client_id=x&response_type=code`, {
      headers: { Accept: 'text/html' },
    });
    assert.deepEqual([page.status, page.headers.get('retry-after')], [503, '5']);
    assert.match(await page.text(), /Something went wrong/);
    assert.ok(hasLogged(api, /^the PostgreSQL of DATABASE_URL does not answer/));
    await gate.open();
    await afterwards(write, 201);
    assert.deepEqual(statusOf(await Promise.all([write(), read(), write()])).sort(), [200, 201]);
  });
});
