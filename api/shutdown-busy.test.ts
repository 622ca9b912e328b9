import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { createTcpProxy } from '#server/testing/tcp-proxy';
import { openDatabase } from './database/open-database.ts';
import { addOneAdministrator } from './testing/administrators.ts';
import { type ApiProcess, startApiProcess } from './testing/api-process.ts';
import { createSender, expectLogged, expectOutage } from './testing/outages.ts';
import { createTestDatabase } from './testing/postgres.ts';
import { openRequest, readWholeResponse, startUpload } from './testing/raw-requests.ts';

const connections = 16;

/** Creates a store and an administrator's token. */
const openTestStore = async (t: TestContext, engine: 'sqlite' | 'postgres') => {
  const dataDir = await mkdtemp(join(tmpdir(), 'stardesk-shutdown-'));
  const database = engine === 'postgres' ? await createTestDatabase() : undefined;
  t.after(async () => {
    await database?.drop();
    await rm(dataDir, { recursive: true });
  });
  const store = { dataDir, databaseUrl: database?.databaseUrl };
  return { store, token: await addOneAdministrator(store) };
};

type TestStore = Awaited<ReturnType<typeof openTestStore>>['store'];

const start = async (t: TestContext, { dataDir, databaseUrl }: TestStore, env = {}): Promise<ApiProcess> => {
  const store = { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) };
  const api = await startApiProcess({ ...store, SAMPLE_DATA: 'false', RATE_LIMIT_PER_MINUTE: '1000000', ...env });
  t.after(() => api.stop('SIGKILL'));
  return api;
};

const countTickets = async (store: TestStore): Promise<number> => {
  const database = openDatabase(store);
  const rows = await database.read.selectFrom('tickets').select('id').execute();
  await database.close();
  return rows.length;
};

/** The error code of a failed request, and whether it used an open connection. */
type Failure = { code: string; reused: boolean };

/** Creates tickets on keep-alive connections until no connection opens. Returns each writer's failures in order. */
const writeUntilClosed = (
  api: ApiProcess,
  token: string,
  agent: Agent,
  onCreated: () => void,
): Promise<Failure[][]> => {
  const write = async () => {
    const failed: Failure[] = [];
    while (failed.every(({ code }) => code === 'ECONNRESET')) {
      const request = openRequest(agent, { api, token, method: 'POST', path: '/v1/tickets' });
      try {
        const { response, body } = await readWholeResponse(request.end('{"subject":"Created during the shutdown"}'));
        assert.equal(response.statusCode, 201, body);
        assert.equal(JSON.parse(body).state, 'open');
        onCreated();
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error;
        const { code = String(error) } = error as NodeJS.ErrnoException;
        failed.push({ code, reused: request.reusedSocket });
      }
    }
    return failed;
  };
  return Promise.all(Array.from({ length: connections }, write));
};

/** A shutdown that takes ten seconds exits with 1, so 0 means that the shutdown was faster. */
describe('the shutdown of a busy API', { concurrency: true }, () => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    it(`completes every accepted request, starts no other request, and exits with 0: ${engine}`, async t => {
      const { store, token } = await openTestStore(t, engine);
      const api = await start(t, store);
      const agent = new Agent({ keepAlive: true, maxSockets: connections });
      t.after(() => agent.destroy());
      let created = 0;
      const enough = Promise.withResolvers<void>();
      const writing = writeUntilClosed(api, token, agent, () => void (++created === 200 && enough.resolve()));
      await enough.promise;
      assert.equal(await api.stop('SIGTERM'), 0);
      for (const failed of await writing) {
        // New connections can be rejected; no open connection is dropped.
        assert.equal(failed.at(-1)?.code, 'ECONNREFUSED');
        for (const { reused } of failed) assert.equal(reused, false);
      }
      assert.equal(await countTickets(store), created);
    });
  }

  /** Starts an API whose store hangs, with two requests that wait for it. */
  const startHanging = async (t: TestContext, timeoutSeconds: string) => {
    const { store, token } = await openTestStore(t, 'postgres');
    const proxy = await createTcpProxy(store.databaseUrl ?? '');
    t.after(() => proxy.close());
    const env = { DATABASE_TIMEOUT_SECONDS: timeoutSeconds };
    const api = await start(t, { ...store, databaseUrl: proxy.url }, env);
    const send = createSender(
      () => api,
      () => token,
    );
    assert.equal((await send('GET', '/v1/tickets')).status, 200);
    proxy.pause();
    const request = Promise.allSettled([send('GET', '/v1/tickets'), send('POST', '/v1/tickets', { subject: 'Hung' })]);
    // The requests before this one have been accepted.
    assert.equal((await send('GET', '/healthz')).status, 200);
    return { api, token, request };
  };

  it('sends 503 while the store hangs, and exits with 0', async t => {
    const { api, request } = await startHanging(t, '2');
    assert.equal(await api.stop('SIGTERM'), 0);
    for (const response of await request) {
      assert.equal(response.status, 'fulfilled');
      expectOutage(response.value);
    }
    // The background jobs may have taken the idle connection. The request then waited for another connection.
    await expectLogged(
      api,
      /^(a PostgreSQL statement took longer|the PostgreSQL server of DATABASE_URL does not respond)/,
    );
  });

  it('aborts requests that the store or a client delays too long, logs the abort, and exits with 0', async t => {
    const { api, token, request } = await startHanging(t, '600');
    const upload = await startUpload({ api, token });
    const isAborted = assert.rejects(readWholeResponse(upload), { code: 'ECONNRESET' });
    assert.equal(await api.stop('SIGTERM'), 0);
    for (const { status } of await request) assert.equal(status, 'rejected');
    await isAborted;
    await expectLogged(api, /^shutdown aborted the requests that were unfinished after nine seconds/);
  });
});
