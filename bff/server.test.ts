import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { closeGracefully, createBffServer } from './server.ts';
import { startDesk } from './testing/desk.ts';
import { listen } from './testing/listen.ts';

describe('the server', () => {
  it("431 in the service's shape for headers above 32 KiB", async t => {
    const desk = await startDesk(t);
    const answer = await desk.browser.send('/session', { headers: { cookie: 'a'.repeat(33_000) } });
    assert.equal(answer.status, 431);
    assert.equal(JSON.parse(answer.text).code, 43100);
  });

  it('200 with 30 KiB of cookies', async t => {
    const desk = await startDesk(t);
    const answer = await desk.browser.send('/session', { headers: { cookie: `a=${'b'.repeat(30_000)}` } });
    assert.equal(answer.status, 200);
  });

  it("400 in the service's shape for what is not HTTP", async t => {
    const desk = await startDesk(t);
    const socket = connect(Number(new URL(desk.url).port), '127.0.0.1');
    socket.write('HELLO\r\n\r\n');
    let answer = '';
    for await (const chunk of socket) answer += chunk;
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.match(answer, /"code": 40000/);
  });

  it('500 without detail for a fault of ours, which the log holds', async t => {
    const desk = await startDesk(t);
    desk.upstream.token = () => ({
      status: 200,
      body: { access_token: 'a'.repeat(4000), refresh_token: 'r', token_type: 'bearer', expires_in: 600 },
    });
    const sent = await desk.browser.navigate('/login');
    const state = new URL(String(sent.headers.location)).searchParams.get('state');
    const query = new URLSearchParams({ code: 'c', state: state ?? '', iss: desk.upstream.url });
    const answer = await desk.browser.navigate(`/auth?${query}`, 'cross-site');
    assert.equal(answer.status, 500);
    assert.deepEqual(JSON.parse(answer.text).code, 50000);
    assert.doesNotMatch(answer.text, /cookie|at .*\.ts/);
    assert.match(desk.logged(), /unexpected failure/);
  });

  it('finishes what is under way before it closes', async t => {
    const server = createBffServer();
    const [arrived, mayAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    server.on('request', async (_req, res) => {
      arrived.resolve();
      await mayAnswer.promise;
      res.end('done');
    });
    const url = await listen(t, server);
    const asked = fetch(url);
    await arrived.promise;
    const closing = closeGracefully(server, 10_000);
    await assert.rejects(fetch(url), 'no new connection is accepted');
    mayAnswer.resolve();
    assert.equal(await (await asked).text(), 'done');
    await closing;
  });

  it('cuts what does not finish in time', async t => {
    const server = createBffServer();
    server.on('request', () => {});
    const url = await listen(t, server);
    const asked = assert.rejects(fetch(url));
    await once(server, 'request');
    await closeGracefully(server, 20);
    await asked;
  });
});
