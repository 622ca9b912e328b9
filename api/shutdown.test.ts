import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type ApiProcess, startApiProcess } from './testing/api-process.ts';
import { answerTo, askOn } from './testing/ask-on.ts';
import { runDeskHere } from './testing/run-desk.ts';

describe('an api that is told to end', () => {
  let dataDir = '';
  let token = '';
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stardesk-shutdown-'));
    await (await start({})).end('SIGTERM');
    const words = ['tokens', 'create', '--person', 'admin@stardesk.local', '--scope', 'tickets:write', '--json'];
    token = JSON.parse((await runDeskHere(dataDir, words)).stdout).access_token;
  });
  after(() => rm(dataDir, { recursive: true }));

  const start = async (env: Record<string, string>, t?: TestContext): Promise<ApiProcess> => {
    const limits = { RATE_LIMIT_PER_MINUTE: '1000000' };
    const api = await startApiProcess({ DATA_DIR: dataDir, SAMPLE_DATA: 'false', ...limits, ...env });
    t?.after(() => api.end('SIGKILL'));
    return api;
  };

  /** Begins a request; its body, if any, is the caller's to end. */
  const ask = (api: ApiProcess, method: string, path: string) => askOn(false, { api, token, method, path });

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
