import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openEventStream } from './events/testing/open-event-stream.ts';
import { addOneAdministrator } from './testing/administrators.ts';
import { type ApiProcess, startApiProcess } from './testing/api-process.ts';
import { expectLogged } from './testing/outages.ts';
import { openRequest, readWholeResponse, startUpload } from './testing/raw-requests.ts';

describe('the shutdown of an API', { concurrency: true }, () => {
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
    t?.after(() => api.stop('SIGKILL'));
    return api;
  };

  /** Starts a request; the caller ends its body. */
  const send = (api: ApiProcess, method: string, path: string) => openRequest(false, { api, token, method, path });

  it('opens streams of events during the shutdown delay, and closes all streams after the delay', async t => {
    const api = await start({ SHUTDOWN_DELAY_SECONDS: '2' }, t);
    const url = `http://127.0.0.1:${api.port}`;
    const stream = await openEventStream(url, token);
    await stream.waitFor(({ event }) => event === 'ready');
    const ended = stream.ended.then(() => null);
    const exited = api.stop('SIGTERM');
    await expectLogged(api, /^shutting down$/);
    const late = await openEventStream(url, token);
    const first = await Promise.race([ended, late.waitFor(({ event }) => event !== undefined)]);
    assert.equal(first?.event, 'ready');
    await Promise.all([ended, late.ended]);
    assert.equal(await exited, 0);
    assert.doesNotMatch(api.outputLines.join(), /shutdown aborted/);
  });

  it('fails readiness, serves requests during the shutdown delay, and does not wait for idle clients', async t => {
    const api = await start({ SHUTDOWN_DELAY_SECONDS: '2' }, t);
    const raw = (text: string) => {
      const socket = connect(api.port, '127.0.0.1').on('error', () => undefined);
      socket.write(text);
      return once(socket.resume(), 'close');
    };
    const silent = Promise.all(
      ['', 'GET /healthz HTTP/1.1\r\nHo', 'GET /healthz HTTP/1.1\r\nHost: desk\r\n\r\n'].map(raw),
    );
    const slow = await startUpload({ api, token });

    // The signals of a launcher and of a service manager count as one signal.
    const exited = Promise.all([api.stop('SIGTERM'), api.stop('SIGTERM')]);
    await expectLogged(api, /^shutting down$/);
    const [ready, alive] = await Promise.all(
      ['/readyz', '/healthz'].map(path => readWholeResponse(send(api, 'GET', path).end())),
    );
    assert.deepEqual([ready?.response.statusCode, JSON.parse(ready?.body ?? '').code], [503, 50300]);
    assert.deepEqual([alive?.response.statusCode, alive?.response.headers.connection], [200, 'close']);

    // Idle connections close before a running upload is aborted.
    await silent;
    slow.end('"Sent late"}');
    assert.equal((await readWholeResponse(slow)).response.statusCode, 201);
    // A shutdown that takes ten seconds exits with 1.
    assert.deepEqual(await exited, [0, 0]);
  });

  it('exits immediately at a second signal one second later', async t => {
    const api = await start({}, t);
    (await startUpload({ api, token })).on('error', () => undefined);
    const exited = api.stop('SIGTERM');
    await expectLogged(api, /^shutting down$/);
    await pause(1001);
    assert.deepEqual(await Promise.all([api.stop('SIGTERM'), exited]), [143, 143]);
  });
});
