import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startServerDuringTest } from '#server/testing/server-process';
import { createCookieBrowser } from './testing/browser.ts';
import { signInBrowser } from './testing/desk.ts';
import { startFakeApi } from './testing/fake-api.ts';

const connections = 16;
const secrets = { OAUTH_CLIENT_ID: 'a', OAUTH_CLIENT_SECRET: 'b', SESSION_KEYS: 'ab'.repeat(32) };
const page = JSON.stringify({ rows: 'x'.repeat(20_000) });

it('SIGTERM under load aborts no response and no open connection, and the process exits with 0', async t => {
  const upstream = await startFakeApi(t);
  upstream.respond = async (_req, res) => {
    await pause(20);
    res.writeHead(200, { 'content-type': 'application/json' }).end(page);
  };
  const environment = { PORT: '0', API_URL: upstream.url, API_PUBLIC_URL: upstream.url };
  const server = await startServerDuringTest(t, 'bff/main.ts', { ...secrets, ...environment });
  const browser = createCookieBrowser(`http://127.0.0.1:${server.port}`);
  await signInBrowser({ browser });
  const Cookie = [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
  const headers = { Cookie, 'X-CSRF': '1', 'Sec-Fetch-Site': 'same-origin' };
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  t.after(() => agent.destroy());

  let completed = 0;
  const enough = Promise.withResolvers<void>();
  const failed: { code: string; reused: boolean }[] = [];
  async function read(): Promise<void> {
    for (;;) {
      const clientRequest = request({
        host: '127.0.0.1',
        port: server.port,
        path: '/api/tickets',
        agent,
        headers,
      }).end();
      try {
        const [response] = (await once(clientRequest, 'response')) as [IncomingMessage];
        assert.deepEqual([response.statusCode, await text(response)], [200, page]);
        if (++completed === 200) enough.resolve();
      } catch (error) {
        const { code = String(error) } = error as NodeJS.ErrnoException;
        failed.push({ code, reused: clientRequest.reusedSocket });
        if (code !== 'ECONNRESET') return;
      }
    }
  }
  const reading = Promise.all(Array.from({ length: connections }, read));
  await enough.promise;
  const start = performance.now();
  assert.equal(await server.stop('SIGTERM'), 0);
  assert.ok(performance.now() - start < 10_000);
  await reading;
  // New connections may reach a listener that is closing.
  for (const { code, reused } of failed) {
    assert.ok(['ECONNREFUSED', 'ECONNRESET'].includes(code), code);
    assert.equal(reused, false);
  }
  const answered = server.outputLines.join('\n').match(/"path":"\/api\/tickets"\},"res":\{"status":200\}/g) ?? [];
  assert.equal(answered.length, completed, 'the last log lines are not lost');
});
