import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { addOneAdministrator } from './testing/administrators.ts';
import { type ApiProcess, startApiProcess } from './testing/api-process.ts';
import { answerTo, askOn, beginUpload } from './testing/ask-on.ts';
import { expectLogged } from './testing/outages.ts';

describe('an api that is told to end', { concurrency: true }, () => {
  let dataDir = '';
  let token = '';
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stardesk-shutdown-'));
    token = await addOneAdministrator({ dataDir });
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

  it('is not ready from then on, though it answers for as long as it was told, and waits for no silent client', async t => {
    const api = await start({ SHUTDOWN_DELAY_SECONDS: '2' }, t);
    const raw = (said: string) => {
      const socket = connect(api.port, '127.0.0.1').on('error', () => undefined);
      socket.write(said);
      return once(socket.resume(), 'close');
    };
    const silent = Promise.all(
      ['', 'GET /healthz HTTP/1.1\r\nHo', 'GET /healthz HTTP/1.1\r\nHost: desk\r\n\r\n'].map(raw),
    );
    const slow = await beginUpload({ api, token });

    // Of a launcher and of a service manager: one word.
    const ended = Promise.all([api.end('SIGTERM'), api.end('SIGTERM')]);
    await expectLogged(api, /^closing$/);
    const [ready, alive] = await Promise.all(
      ['/readyz', '/healthz'].map(path => answerTo(ask(api, 'GET', path).end())),
    );
    assert.deepEqual([ready?.answer.statusCode, JSON.parse(ready?.body ?? '').code], [503, 50300]);
    assert.deepEqual([alive?.answer.statusCode, alive?.answer.headers.connection], [200, 'close']);

    // They are closed before an upload that goes on is cut.
    await silent;
    slow.end('"Sent late"}');
    assert.equal((await answerTo(slow)).answer.statusCode, 201);
    // 1 where it took ten seconds.
    assert.deepEqual(await ended, [0, 0]);
  });

  it('ends at once when told again a second later', async t => {
    const api = await start({}, t);
    (await beginUpload({ api, token })).on('error', () => undefined);
    const ended = api.end('SIGTERM');
    await expectLogged(api, /^closing$/);
    await pause(1001);
    assert.deepEqual(await Promise.all([api.end('SIGTERM'), ended]), [143, 143]);
  });
});
