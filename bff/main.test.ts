import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { listenDuringTest } from '#server/testing/listen';
import { runToExit, startServerDuringTest } from '#server/testing/server-process';
import { createCookieBrowser, isSignedIn } from './testing/browser.ts';
import { signInBrowser } from './testing/desk.ts';
import { issueTokens, startFakeApi } from './testing/fake-api.ts';
import { createAppHeaders } from './testing/signed-in-desk.ts';

const environment = {
  ...{ OAUTH_CLIENT_ID: 'a', OAUTH_CLIENT_SECRET: 'b', SESSION_KEYS: 'ab'.repeat(32) },
  ...{ PORT: '0', METRICS_PORT: '0' },
};

const startBff = (t: TestContext, env: Record<string, string>) =>
  startServerDuringTest(t, 'bff/main.ts', { ...environment, ...env });

describe('node bff/main.ts', () => {
  it('starts without the API, serves process metrics, logs only JSON, and exits with 0 on SIGINT', async t => {
    const server = await startBff(t, { API_URL: 'http://127.0.0.1:1' });
    const browser = createCookieBrowser(`http://127.0.0.1:${server.port}`);
    assert.equal(server.url, `http://localhost:${server.port}`);
    assert.equal((await browser.send('/readyz')).status, 503);
    assert.equal(await isSignedIn(browser), false);
    const [, metricsPort] = /"port":(\d+),"msg":"metrics server listening"/.exec(server.outputLines.join('\n')) ?? [];
    const { text } = await createCookieBrowser(`http://127.0.0.1:${metricsPort}`).send('/metrics');
    assert.match(text, /^process_resident_memory_bytes /m);
    assert.equal(await server.stop('SIGINT'), 0);
    for (const line of server.outputLines) assert.ok(JSON.parse(line));
  });

  it('completes a pending renewal after SIGTERM and sends the new cookie', async t => {
    const upstream = await startFakeApi(t);
    const server = await startBff(t, { API_URL: upstream.url, API_PUBLIC_URL: upstream.url });
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
    const exited = server.stop('SIGTERM');
    const visitor = createCookieBrowser(`http://127.0.0.1:${server.port}`);
    const isOpen = () => visitor.send('/healthz').then(Boolean, () => false);
    while (await isOpen());
    mayRespond.resolve();
    assert.equal((await response).status, 200);
    assert.notEqual([...browser.cookies.values()][0]?.value, before?.value);
    assert.equal(await exited, 0);
  });

  it('ends streams of events after SIGTERM', async t => {
    const upstream = await startFakeApi(t);
    const server = await startBff(t, { API_URL: upstream.url, API_PUBLIC_URL: upstream.url });
    const browser = createCookieBrowser(`http://127.0.0.1:${server.port}`);
    await signInBrowser({ browser });
    const closed = Promise.withResolvers<void>();
    upstream.respond = ({ url }, res) => {
      if (url !== '/v1/events') return void res.end(); // the check of the settings
      res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: 1\n\n');
      res.once('close', closed.resolve);
    };
    const headers = createAppHeaders({ browser });
    const stream = await fetch(`http://127.0.0.1:${server.port}/api/events`, { headers });
    const exited = server.stop('SIGTERM');
    assert.equal(await stream.text(), 'data: 1\n\n');
    await closed.promise;
    assert.equal(await exited, 0);
    assert.doesNotMatch(server.outputLines.join(), /shutdown aborted/);
  });

  it('is not ready after SIGTERM, but responds during the delay and closes each connection', async t => {
    const server = await startBff(t, { SHUTDOWN_DELAY_SECONDS: '1' });
    const stuck = connect(server.port, '127.0.0.1').on('error', () => undefined);
    stuck.write('POST /logout HTTP/1.1\r\nHost: desk\r\nContent-Length: 9\r\n\r\nh');
    // A launcher and a service manager may both send a signal.
    const exited = Promise.all([server.stop('SIGTERM'), server.stop('SIGTERM')]);
    const browser = createCookieBrowser(`http://127.0.0.1:${server.port}`);
    while ((JSON.parse((await browser.send('/readyz')).text).description ?? '') !== 'This server is shutting down.');
    const alive = await browser.send('/healthz');
    assert.deepEqual([alive.status, alive.headers.connection], [200, 'close']);
    assert.deepEqual(await exited, [0, 0]);
    assert.match(server.outputLines.at(-1) ?? '', /"msg":"shut down"/, 'the last log line is not lost');
  });

  it('exits with 1 and one line for each variable that is invalid or names a port in use', async t => {
    const { port } = new URL(await listenDuringTest(t, createServer()));
    const inUse = 'is in use by another program: choose another port\n';
    for (const [env, expected] of [
      [{ PORT: port }, `PORT ${inUse}`],
      [{ METRICS_PORT: port }, `METRICS_PORT ${inUse}`],
      [
        { PORT: 'http', PUBLIC_URL: 'http://desk.example' },
        'PUBLIC_URL must be https outside of localhost\nPORT must be a whole number from 0 to 65535\n',
      ],
    ] as const) {
      const { code, stderr } = await runToExit('bff/main.ts', { ...environment, ...env });
      assert.deepEqual([code, stderr], [1, expected]);
    }
  });
});
