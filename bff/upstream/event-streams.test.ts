import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { describe, it, type TestContext } from 'node:test';
import { createGzip } from 'node:zlib';
import { listenDuringTest } from '#server/testing/listen';
import { createTcpProxy } from '#server/testing/tcp-proxy';
import { startFakeApi } from '../testing/fake-api.ts';
import { createPersonBrowsers, signInAsAdmin, startRealDesk } from '../testing/real-desk.ts';
import { createAppHeaders, startSignedInDesk, startSignedInDeskWithApi } from '../testing/signed-in-desk.ts';

/** Opens the stream of events of a signed-in person. `read` returns the text up to a match, or up to the end. */
const openStream = async (
  url: string,
  browser: Parameters<typeof createAppHeaders>[0]['browser'],
  lastEventId = '',
  signal?: AbortSignal,
) => {
  const headers = { ...createAppHeaders({ browser }), accept: 'text/event-stream', 'last-event-id': lastEventId };
  const response = await fetch(new URL('/api/events', url), { headers, signal: signal ?? null });
  assert.equal(response.status, 200);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const read = async (pattern?: RegExp) => {
    while (pattern?.test(text) !== true) {
      const { done, value = '' } = (await reader?.read()) ?? { done: true };
      if (done) break;
      text += value;
    }
    return text;
  };
  return { headers: response.headers, read };
};

/** Starts a proxy that compresses, and thereby delays, each response without `no-transform`. */
const startCompressingProxy = (t: TestContext, url: string) => {
  const server = createServer((req, res) => {
    const options = { method: req.method, headers: req.headers };
    const forwarded = request(new URL(req.url ?? '', url), options, response => {
      const { statusCode = 502, headers } = response;
      const isCompressed = !headers['cache-control']?.includes('no-transform');
      res.writeHead(statusCode, { ...headers, ...(isCompressed && { 'content-encoding': 'gzip' }) });
      void pipeline(isCompressed ? [response, createGzip(), res] : [response, res]).catch(() => undefined);
    });
    req.pipe(forwarded);
  });
  return listenDuringTest(t, server);
};

describe('a stream of events through the bff', () => {
  it('sends events unbuffered, continues at another bff, and ends with the session', async t => {
    const desk = await startRealDesk(t);
    const [person, other] = [
      createPersonBrowsers(desk.url, desk.api.url),
      createPersonBrowsers(desk.url, desk.api.url),
    ];
    for (const each of [person, other]) await signInAsAdmin(each);
    const stream = await openStream(desk.url, person.desk);
    assert.deepEqual(
      ['x-accel-buffering', 'content-encoding'].map(name => stream.headers.get(name)),
      ['no', null],
    );
    const ready = await stream.read(/event: ready\n.*\n\n/);
    const body = JSON.stringify({ subject: 'Printer' });
    const headers = { 'content-type': 'application/json' };
    assert.equal((await other.desk.call('/api/tickets', { method: 'POST', headers, body })).status, 201);
    await stream.read(/event: ticket.created\n.*"Printer".*\n\n/);

    const lastId = /id: (\d+)/.exec(ready)?.[1];
    const next = await openStream(desk.otherUrl, person.desk, lastId);
    await next.read(/event: ticket.created\n/);
    const remaining = await openStream(desk.url, other.desk);
    const ended = stream.read().then(() => 'ended');
    await person.desk.call('/logout', { method: 'POST' });
    const event = /event: ticket.updated\n/;
    await other.desk.call('/api/tickets/1001', { method: 'PATCH', headers, body });
    // The stream ends with the sign-out, not only when the API checks its token.
    assert.equal(await Promise.race([ended, remaining.read(event)]), 'ended');
    assert.match(await remaining.read(event), event);
    assert.doesNotMatch(await stream.read(), event);
  });

  it('arrives once and in order through a network that stalls and a proxy that compresses responses', async t => {
    const desk = await startRealDesk(t);
    const person = createPersonBrowsers(desk.url, desk.api.url);
    await signInAsAdmin(person);
    const network = await createTcpProxy(desk.url);
    t.after(() => network.close());
    const stream = await openStream(await startCompressingProxy(t, network.url), person.desk);
    await stream.read(/event: ready\n.*\n\n/);
    network.pause();
    const headers = { 'content-type': 'application/json' };
    const subjects = ['First', 'Second', 'Third'];
    for (const subject of subjects)
      await person.desk.call('/api/tickets', { method: 'POST', headers, body: JSON.stringify({ subject }) });
    network.resume();
    const text = await stream.read(/"Third"/);
    assert.deepEqual(
      [...text.matchAll(/"(First|Second|Third)"/g)].map(([, subject]) => subject),
      subjects,
    );
  });

  it('ends at the API when the client disconnects', async t => {
    // No timeout ends the stream.
    const desk = await startSignedInDesk(t, { timeouts: { stream: 0 } });
    const closed = Promise.withResolvers<void>();
    desk.upstream.respond = (_req, res) => {
      res.once('close', closed.resolve).writeHead(200, { 'Content-Type': 'text/event-stream' }).write(':\n\n');
    };
    const client = new AbortController();
    await openStream(desk.url, desk.browser, '', client.signal);
    client.abort();
    await closed.promise;
  });

  it('opens with a renewed session after the access token has expired', async t => {
    const desk = await startRealDesk(t);
    const person = createPersonBrowsers(desk.url, desk.api.url);
    await signInAsAdmin(person);
    desk.advanceClocks(10 * 60_000);
    const expired = await openStream(desk.url, person.desk);
    await expired.read(/event: ready\n/);
    const [, name = '', value = ''] = /^([^=]+)=([^;]+)/.exec(expired.headers.getSetCookie().join()) ?? [];
    const stored = person.desk.cookies.get(name);
    assert.ok(stored);
    person.desk.cookies.set(name, { ...stored, value });
    const renewed = await openStream(desk.url, person.desk);
    await renewed.read(/event: ready\n/);
    assert.deepEqual(renewed.headers.getSetCookie(), []);
  });

  it('ends when its session opens four newer streams, even if the connection of the stream is half open', async t => {
    const desk = await startSignedInDesk(t);
    const proxy = await createTcpProxy(desk.url);
    t.after(() => proxy.close());
    const closed = Promise.withResolvers<string>();
    desk.upstream.respond = ({ headers }, res) => {
      res.once('close', () => closed.resolve(String(headers['last-event-id'])));
      res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(':\n\n');
    };
    for (const id of ['1', '2', '3', '4']) await openStream(proxy.url, desk.browser, id);
    proxy.pause();
    await openStream(desk.url, desk.browser, '5');
    assert.equal(await closed.promise, '1');
  });

  it('continues on a new connection after a proxy to the API has gone silent', async t => {
    const upstream = await startFakeApi(t);
    const proxy = await createTcpProxy(upstream.url);
    t.after(() => proxy.close());
    const desk = await startSignedInDeskWithApi(t, proxy.url, { timeouts: { stream: 1000 } });
    upstream.respond = ({ headers }, res) => {
      const id = Number(headers['last-event-id'] || 0) + 1;
      res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(`id: ${id}\n\n`);
    };
    const first = await openStream(desk.url, desk.browser);
    await first.read(/id: 1\n/);
    proxy.pause();
    await assert.rejects(first.read());
    proxy.dropPaused();
    const second = await openStream(desk.url, desk.browser, '1');
    assert.match(await second.read(/id: 2\n/), /id: 2\n/);
  });
});
