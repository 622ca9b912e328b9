import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { createCookieBrowser } from '../testing/browser.ts';
import { signInBrowser } from '../testing/desk.ts';
import { createAppHeaders, startSignedInDesk } from '../testing/signed-in-desk.ts';

const maxWaiting = 256;

describe('reads that wait for the API', () => {
  it('503 with Retry-After for more than 256 reads; writes and later reads succeed', async t => {
    const desk = await startSignedInDesk(t);
    const { browser, upstream } = desk;
    const pending: ServerResponse[] = [];
    const { promise: allWait, resolve } = Promise.withResolvers<void>();
    upstream.respond = (_req, res) => {
      if (pending.push(res) === maxWaiting) resolve();
    };
    const reads = Array.from({ length: maxWaiting }, () => browser.call('/api/tickets'));
    await allWait;

    const rejected = await browser.call('/api/tickets');
    assert.deepEqual([rejected.status, rejected.headers['retry-after']], [503, '1']);
    assert.equal(pending.length, maxWaiting);
    const text = await desk.metrics.registry.metrics();
    assert.match(text, /^stardesk_api_requests_waiting 256$/m);
    assert.match(text, /^http_requests_shed_total\{reason="api_busy"\} 1$/m);
    upstream.respond = (_req, res) => void res.writeHead(201).end('{}');
    const headers = { 'content-type': 'application/json' };
    assert.equal((await browser.call('/api/tickets', { method: 'POST', headers, body: '{}' })).status, 201);
    assert.equal((await browser.call('/api/tickets/1', { method: 'DELETE' })).status, 201);

    for (const res of pending) res.end('[]');
    for (const read of reads) assert.equal((await read).status, 200);
    upstream.respond = (_req, res) => void res.end('[]');
    assert.equal((await browser.call('/api/tickets')).status, 200);
  });

  it('200 for a read while 256 streams of events are open, because an open stream does not wait', async t => {
    const desk = await startSignedInDesk(t);
    desk.upstream.respond = (_req, res) =>
      void res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(':\n');
    for (let open = 0; open < maxWaiting; open += 4) {
      desk.advanceClock(1);
      const browser = createCookieBrowser(desk.url);
      await signInBrowser(desk, browser);
      const headers = createAppHeaders({ browser });
      for (let stream = 0; stream < 4; stream++)
        assert.equal((await fetch(`${desk.url}/api/events`, { headers })).status, 200);
    }
    desk.upstream.respond = (_req, res) => void res.end('[]');
    assert.equal((await desk.browser.call('/api/tickets')).status, 200);
  });

  it('502 for failed reads, whose slots are free for later reads', async t => {
    const { browser, upstream } = await startSignedInDesk(t);
    upstream.respond = (_req, res) => res.destroy();
    const broken = await Promise.all(Array.from({ length: maxWaiting }, () => browser.call('/api/tickets')));
    assert.ok(broken.every(({ status }) => status === 502));
    upstream.respond = (_req, res) => void res.end('[]');
    assert.equal((await browser.call('/api/tickets')).status, 200);
  });
});
