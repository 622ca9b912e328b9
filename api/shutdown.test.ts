import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from './database/open.ts';
import { type ApiProcess, startApiProcess } from './testing/api-process.ts';
import { runDesk } from './testing/run-desk.ts';

const connections = 16;

describe('an api that is told to end', () => {
  let dataDir = '';
  let token = '';
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stardesk-shutdown-'));
    await (await start({})).end('SIGTERM');
    const words = ['tokens', 'create', '--person', 'admin@stardesk.local', '--scope', 'tickets:write', '--json'];
    token = JSON.parse((await runDesk(dataDir, words)).stdout).access_token;
  });
  after(() => rm(dataDir, { recursive: true }));

  const start = async (env: Record<string, string>, t?: TestContext): Promise<ApiProcess> => {
    const limits = { RATE_LIMIT_PER_MINUTE: '1000000' };
    const api = await startApiProcess({ DATA_DIR: dataDir, SAMPLE_DATA: 'false', ...limits, ...env });
    t?.after(() => api.end('SIGKILL'));
    return api;
  };

  const countTickets = async (): Promise<number> => {
    const database = openDatabase({ dataDir });
    const rows = await database.read.selectFrom('tickets').select('id').execute();
    await database.close();
    return rows.length;
  };

  /** Begins a request; its body, if any, is the caller's to end. */
  const ask = (api: ApiProcess, method: string, path: string, agent: Agent | false = false) =>
    request({
      host: '127.0.0.1',
      port: api.port,
      method,
      path,
      agent,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    });

  const answerTo = async (asked: ReturnType<typeof ask>): Promise<{ answer: IncomingMessage; body: string }> => {
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    return { answer, body: await text(answer) };
  };

  /** Makes tickets on kept connections until none can be opened; how many were made, and what failed, on which connection. */
  const writeUntilClosed = async (api: ApiProcess, agent: Agent, onMade: () => void) => {
    const failed: { code: string; reused: boolean }[] = [];
    const write = async () => {
      for (;;) {
        const asked = ask(api, 'POST', '/v1/tickets', agent).end('{"subject":"Made while it ends"}');
        try {
          const { answer, body } = await answerTo(asked);
          assert.deepEqual([answer.statusCode, JSON.parse(body).state], [201, 'open']);
          onMade();
        } catch (error) {
          const { code = String(error) } = error as NodeJS.ErrnoException;
          failed.push({ code, reused: asked.reusedSocket });
          if (code !== 'ECONNRESET') return;
        }
      }
    };
    await Promise.all(Array.from({ length: connections }, write));
    return failed;
  };

  it('answers all it has accepted under load, whole, does nothing else, and ends with 0', async t => {
    const api = await start({}, t);
    const agent = new Agent({ keepAlive: true, maxSockets: connections });
    t.after(() => agent.destroy());
    const before = await countTickets();
    let made = 0;
    const enough = Promise.withResolvers<void>();
    const writing = writeUntilClosed(api, agent, () => void (++made === 200 && enough.resolve()));
    await enough.promise;
    assert.equal(await api.end('SIGTERM'), 0);
    // New connections may meet a listener that is just closing; none that was open is cut.
    for (const failure of await writing) {
      assert.ok(['ECONNREFUSED', 'ECONNRESET'].includes(failure.code), failure.code);
      assert.equal(failure.reused, false);
    }
    assert.equal(await countTickets(), before + made);
  });

  it('is not ready from then on, though it answers for as long as it was told, and waits 9 s for nobody', async t => {
    const api = await start({ SHUTDOWN_DELAY_SECONDS: '1' }, t);
    const raw = (said: string) => {
      const socket = connect(api.port, '127.0.0.1').on('error', () => undefined);
      socket.write(said);
      return once(socket.resume(), 'close');
    };
    const head = `POST /v1/tickets HTTP/1.1\r\nHost: desk\r\nAuthorization: Bearer ${token}\r\n`;
    const silent = Promise.all(
      ['', 'GET /healthz HTTP/1.1\r\nHo', 'GET /healthz HTTP/1.1\r\nHost: desk\r\n\r\n'].map(raw),
    );
    const stuck = raw(`${head}Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{`);
    const slow = ask(api, 'POST', '/v1/tickets');
    slow.write('{"subject":');
    await pause(100);

    const began = performance.now();
    // Of a launcher and of a service manager: one word.
    const ended = Promise.all([api.end('SIGTERM'), api.end('SIGTERM')]);
    await pause(200);
    const [ready, alive] = await Promise.all(
      ['/readyz', '/healthz'].map(path => answerTo(ask(api, 'GET', path).end())),
    );
    assert.deepEqual([ready?.answer.statusCode, JSON.parse(ready?.body ?? '').code], [503, 50300]);
    assert.deepEqual([alive?.answer.statusCode, alive?.answer.headers.connection], [200, 'close']);

    await silent;
    assert.ok(performance.now() - began < 5000, 'who says nothing is not waited for');
    slow.end('"Sent late"}');
    assert.equal((await answerTo(slow)).answer.statusCode, 201);
    assert.deepEqual(await ended, [0, 0]);
    assert.ok(performance.now() - began < 10_000);
    await stuck;
  });

  it('ends at once when told again a second later', async t => {
    const api = await start({}, t);
    const slow = ask(api, 'POST', '/v1/tickets').on('error', () => undefined);
    slow.write('{');
    await pause(100);
    const ended = api.end('SIGTERM');
    await pause(1100);
    const began = performance.now();
    assert.deepEqual(await Promise.all([api.end('SIGTERM'), ended]), [143, 143]);
    assert.ok(performance.now() - began < 1000);
  });
});
