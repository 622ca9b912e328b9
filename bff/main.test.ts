import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { listenDuringTest } from '#server/testing/listen';
import { runToExit, startServerDuringTest } from '#server/testing/server-process';
import { createCookieBrowser } from './testing/browser.ts';
import { signInBrowser } from './testing/desk.ts';
import { issueTokens, startFakeApi } from './testing/fake-api.ts';

const secrets = { OAUTH_CLIENT_ID: 'a', OAUTH_CLIENT_SECRET: 'b', SESSION_KEYS: 'ab'.repeat(32) };

describe('node bff/main.ts', () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`logs its URL and exits with 0 on ${signal}`, async t => {
      const server = await startServerDuringTest(t, 'bff/main.ts', { ...secrets, PORT: '0' });
      assert.match(server.url, /^http:\/\/localhost:\d+$/);
      const { port } = new URL(server.url);
      assert.equal((await createCookieBrowser(`http://127.0.0.1:${port}`).send('/healthz')).status, 200);
      assert.equal(await server.stop(signal), 0);
      for (const line of server.outputLines) assert.ok(JSON.parse(line), 'nothing but JSON lines');
    });
  }

  it('completes a pending renewal after SIGTERM and sends the new cookie', async t => {
    const upstream = await startFakeApi(t);
    const server = await startServerDuringTest(t, 'bff/main.ts', {
      ...secrets,
      PORT: '0',
      API_URL: upstream.url,
      API_PUBLIC_URL: upstream.url,
    });
    const browser = createCookieBrowser(`http://127.0.0.1:${server.port}`);
    upstream.respondToToken = issueTokens(60); // short enough that each request renews
    await signInBrowser({ browser });
    const [[, before] = []] = [...browser.cookies];
    const [requested, mayRespond] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const issue = upstream.respondToToken;
    upstream.respondToToken = async form => {
      requested.resolve();
      await mayRespond.promise;
      return issue(form);
    };
    const response = browser.call('/api/tickets');
    await requested.promise;
    const ended = server.stop('SIGTERM');
    const visitor = createCookieBrowser(`http://127.0.0.1:${server.port}`);
    const isOpen = () => visitor.send('/healthz').then(Boolean, () => false);
    while (await isOpen());
    mayRespond.resolve();
    assert.equal((await response).status, 200);
    assert.notEqual([...browser.cookies.values()][0]?.value, before?.value);
    assert.equal(await ended, 0);
  });

  it('is not ready after SIGTERM, but responds during the delay and closes each connection', async t => {
    const server = await startServerDuringTest(t, 'bff/main.ts', {
      ...secrets,
      PORT: '0',
      SHUTDOWN_DELAY_SECONDS: '1',
    });
    const stuck = connect(server.port, '127.0.0.1').on('error', () => undefined);
    stuck.write('POST /logout HTTP/1.1\r\nHost: desk\r\nContent-Length: 9\r\n\r\nh');
    const start = performance.now();
    // Two signals at the same time, as from a launcher and a service manager, count as one.
    const ended = Promise.all([server.stop('SIGTERM'), server.stop('SIGTERM')]);
    const browser = createCookieBrowser(`http://127.0.0.1:${server.port}`);
    while ((JSON.parse((await browser.send('/readyz')).text).description ?? '') !== 'This server is shutting down.');
    const alive = await browser.send('/healthz');
    assert.deepEqual([alive.status, alive.headers.connection], [200, 'close']);
    assert.deepEqual(await ended, [0, 0]);
    assert.ok(performance.now() - start < 10_000);
    assert.match(server.outputLines.at(-1) ?? '', /"msg":"closed"/, 'the last log line is not lost');
  });

  it('exits immediately on a second signal one second later', async t => {
    const server = await startServerDuringTest(t, 'bff/main.ts', {
      ...secrets,
      PORT: '0',
      SHUTDOWN_DELAY_SECONDS: '5',
    });
    const ended = server.stop('SIGTERM');
    await pause(1100);
    assert.deepEqual(await Promise.all([server.stop('SIGINT'), ended]), [130, 130]);
  });

  it('starts without the API', async t => {
    const server = await startServerDuringTest(t, 'bff/main.ts', {
      ...secrets,
      PORT: '0',
      API_URL: 'http://127.0.0.1:1',
    });
    const browser = createCookieBrowser(`http://127.0.0.1:${new URL(server.url).port}`);
    assert.equal((await browser.send('/readyz')).status, 503);
    assert.deepEqual(JSON.parse((await browser.call('/session')).text), { signed_in: false });
  });

  it('exits with 1 and lists every invalid variable', async () => {
    const { code, stderr } = await runToExit('bff/main.ts', {
      ...secrets,
      PORT: 'http',
      PUBLIC_URL: 'http://desk.example',
    });
    assert.equal(code, 1);
    assert.equal(
      stderr,
      'PUBLIC_URL must be https outside of localhost\nPORT must be a whole number from 0 to 65535\n',
    );
  });

  it('exits with 1 and one line when its port is in use', async t => {
    const other = await listenDuringTest(t, createServer());
    const { code, stderr } = await runToExit('bff/main.ts', { ...secrets, PORT: new URL(other).port });
    assert.equal(code, 1);
    assert.equal(stderr, 'PORT is in use by another program: choose another port\n');
  });
});
