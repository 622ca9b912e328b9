import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { openDatabase } from './database/open.ts';
import { addOneAdministrator } from './testing/administrators.ts';
import { type ApiProcess, startApiProcess } from './testing/api-process.ts';
import { answerTo, askOn, beginUpload } from './testing/ask-on.ts';
import { createGate } from './testing/gate.ts';
import { asking, expectLogged, expectOutage } from './testing/outages.ts';
import { createTestDatabase } from './testing/postgres.ts';

const connections = 16;

/** A store of a test's own, and the token of somebody who may do everything. */
const openPlace = async (t: TestContext, engine: 'sqlite' | 'postgres') => {
  const dataDir = await mkdtemp(join(tmpdir(), 'stardesk-shutdown-'));
  const store = engine === 'postgres' ? await createTestDatabase() : undefined;
  t.after(async () => {
    await store?.drop();
    await rm(dataDir, { recursive: true });
  });
  const place = { dataDir, databaseUrl: store?.databaseUrl };
  return { place, token: await addOneAdministrator(place) };
};

type Place = Awaited<ReturnType<typeof openPlace>>['place'];

const start = async (t: TestContext, { dataDir, databaseUrl }: Place, env = {}): Promise<ApiProcess> => {
  const store = { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) };
  const api = await startApiProcess({ ...store, SAMPLE_DATA: 'false', RATE_LIMIT_PER_MINUTE: '1000000', ...env });
  t.after(() => api.end('SIGKILL'));
  return api;
};

const countTickets = async (place: Place): Promise<number> => {
  const database = openDatabase(place);
  const rows = await database.read.selectFrom('tickets').select('id').execute();
  await database.close();
  return rows.length;
};

/** Why a request failed, and whether its connection had been open before. */
type Failure = { code: string; reused: boolean };

/** Makes tickets on kept connections until none can be opened; what failed, in order, of each writer. */
const writeUntilClosed = (api: ApiProcess, token: string, agent: Agent, onMade: () => void): Promise<Failure[][]> => {
  const write = async () => {
    const failed: Failure[] = [];
    while (failed.every(({ code }) => code === 'ECONNRESET')) {
      const asked = askOn(agent, { api, token, method: 'POST', path: '/v1/tickets' });
      try {
        const { answer, body } = await answerTo(asked.end('{"subject":"Made while it ends"}'));
        assert.deepEqual([answer.statusCode, JSON.parse(body).state], [201, 'open']);
        onMade();
      } catch (error) {
        const { code = String(error) } = error as NodeJS.ErrnoException;
        failed.push({ code, reused: asked.reusedSocket });
      }
    }
    return failed;
  };
  return Promise.all(Array.from({ length: connections }, write));
};

/** It ends with 1 where that takes ten seconds. */
describe('an api that is told to end while it has much to do', { concurrency: true }, () => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    it(`answers all it has accepted, whole, does nothing else, and ends with 0 by itself: ${engine}`, async t => {
      const { place, token } = await openPlace(t, engine);
      const api = await start(t, place);
      const agent = new Agent({ keepAlive: true, maxSockets: connections });
      t.after(() => agent.destroy());
      let made = 0;
      const enough = Promise.withResolvers<void>();
      const writing = writeUntilClosed(api, token, agent, () => void (++made === 200 && enough.resolve()));
      await enough.promise;
      assert.equal(await api.end('SIGTERM'), 0);
      for (const failed of await writing) {
        // New connections may meet a listener that is just closing, and are refused from then on; none that was open is cut.
        assert.equal(failed.at(-1)?.code, 'ECONNREFUSED');
        for (const { reused } of failed) assert.equal(reused, false);
      }
      assert.equal(await countTickets(place), made);
    });
  }

  /** An api whose store hangs, and somebody who waits for it. */
  const startHanging = async (t: TestContext, timeoutSeconds: string) => {
    const { place, token } = await openPlace(t, 'postgres');
    const gate = await createGate(place.databaseUrl ?? '');
    t.after(() => gate.close());
    const env = { DATABASE_TIMEOUT_SECONDS: timeoutSeconds };
    const api = await start(t, { ...place, databaseUrl: gate.url }, env);
    const ask = asking(
      () => api,
      () => token,
    );
    assert.equal((await ask('GET', '/v1/tickets')).status, 200);
    gate.hold();
    const asked = Promise.allSettled([ask('GET', '/v1/tickets'), ask('POST', '/v1/tickets', { subject: 'Hung' })]);
    // Whoever came before it has been accepted.
    assert.equal((await ask('GET', '/healthz')).status, 200);
    return { api, token, asked };
  };

  it('answers 503 while its store hangs, and ends with 0 by itself', async t => {
    const { api, asked } = await startHanging(t, '2');
    assert.equal(await api.end('SIGTERM'), 0);
    for (const answer of await asked) {
      assert.equal(answer.status, 'fulfilled');
      expectOutage(answer.value);
    }
    await expectLogged(api, /^the PostgreSQL of DATABASE_URL took longer/);
  });

  it('cuts what its store or a client keeps it from answering for too long, says so, and ends by itself', async t => {
    const { api, token, asked } = await startHanging(t, '600');
    const upload = await beginUpload({ api, token });
    const isCut = assert.rejects(answerTo(upload), { code: 'ECONNRESET' });
    assert.equal(await api.end('SIGTERM'), 0);
    for (const { status } of await asked) assert.equal(status, 'rejected');
    await isCut;
    await expectLogged(api, /^shutdown aborted the requests that were unfinished after nine seconds/);
  });
});
