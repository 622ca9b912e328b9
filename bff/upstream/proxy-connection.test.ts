import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { openConnection } from '../testing/one-connection.ts';
import { formatHead, sendRaw, startSignedInDesk } from '../testing/signed-in-desk.ts';

/** The behaviour of the API by URL. */
const behaviours: Record<string, (res: ServerResponse) => unknown> = {
  '/v1/tickets/200': res => res.writeHead(200, { 'Content-Length': 2 }).end('{}'),
  '/v1/tickets/204': res => res.writeHead(204).end(),
  '/v1/tickets/304': res => res.writeHead(304, { ETag: '"1"' }).end(),
  '/v1/tickets/401': res => res.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end('{}'),
  '/v1/tickets/422': res => res.writeHead(422, { 'Content-Type': 'application/json' }).end('{}'),
  '/v1/tickets/500': res => res.writeHead(500).end('{}'),
  '/v1/tickets/destroyed': res => res.socket?.destroy(),
  '/v1/tickets/reset': res => res.socket?.resetAndDestroy(),
  '/v1/tickets/silent': () => {},
};

const json = Buffer.from('{}');

describe('a browser connection', () => {
  it('stays open after every kind of response and error', async t => {
    const desk = await startSignedInDesk(t, { timeouts: { headers: 100 } });
    desk.upstream.respond = (req, res) => void behaviours[req.url ?? '']?.(res);
    const send = openConnection(t, desk);
    const cases = [
      [200, () => send('/api/tickets/200')],
      [200, () => send('/api/tickets/200', { method: 'HEAD' })],
      [200, () => send('/api/tickets/200', { method: 'POST', pieces: [json] })],
      [204, () => send('/api/tickets/204', { method: 'DELETE' })],
      [304, () => send('/api/tickets/304')],
      [401, () => send('/api/tickets/401', { method: 'POST', pieces: [json], chunked: true })],
      [403, () => send('/api/tickets/200', { method: 'POST', pieces: [json], headers: { 'x-csrf': '0' } })],
      [404, () => send('/api/nothing', { method: 'POST', pieces: [json] })],
      [405, () => send('/api/tickets', { method: 'OPTIONS' })],
      [413, () => send('/api/tickets/200', { method: 'POST', pieces: [Buffer.alloc(1_048_577)] })],
      // The API responds before the whole body arrives.
      [422, () => send('/api/tickets/422', { method: 'POST', pieces: [Buffer.alloc(1_048_576)] })],
      [500, () => send('/api/tickets/500')],
      [502, () => send('/api/tickets/destroyed')],
      [502, () => send('/api/tickets/reset', { method: 'POST', pieces: [json] })],
      [504, () => send('/api/tickets/silent', { method: 'POST', pieces: [json] })],
      [200, () => send('/api/tickets/200')],
    ] as const;
    for (const [index, [status, send]] of cases.entries()) {
      const response = await send();
      assert.deepEqual([index, response.status, response.reused], [index, status, index > 0]);
    }
  });
});

describe('/api forwards a response', () => {
  it('completely except its trailers', async t => {
    const desk = await startSignedInDesk(t);
    desk.upstream.respond = (_req, res) => {
      res.writeHead(200, { Trailer: 'X-Checked', 'Transfer-Encoding': 'chunked' });
      res.write('half ');
      res.addTrailers({ 'X-Checked': 'yes' });
      res.end('and half');
    };
    const response = await openConnection(t, desk)('/api/tickets');
    assert.deepEqual([response.text, response.headers.trailer], ['half and half', undefined]);
  });

  it('without interim responses', async t => {
    const desk = await startSignedInDesk(t);
    desk.upstream.respond = (_req, res) => {
      res.writeProcessing();
      res.writeEarlyHints({ link: '</app.css>; rel=preload' });
      res.end('final');
    };
    const request = `${formatHead(desk, 'GET /api/tickets HTTP/1.1')}Connection: close\r\n\r\n`;
    const received = await sendRaw(desk.url, request);
    assert.match(received, /^HTTP\/1\.1 200 OK\r\n/);
    assert.match(received, /final/);
    assert.doesNotMatch(received, /preload/);
    assert.equal(received.match(/HTTP\/1\.1/g)?.length, 1);
  });
});

describe('an upload that the browser aborts', () => {
  it('is aborted at the API', async t => {
    const desk = await startSignedInDesk(t);
    const reached = Promise.withResolvers<void>();
    desk.upstream.respond = req => void req.once('data', () => reached.resolve()).on('error', () => {});
    const socket = connect(Number(new URL(desk.url).port), '127.0.0.1');
    socket.write(`${formatHead(desk, 'POST /api/tickets HTTP/1.1')}Content-Length: 1000\r\n\r\nhalf`);
    await reached.promise;
    const [request] = desk.upstream.received;
    assert.ok(request);
    const closed = new Promise(resolve => request.once('close', resolve));
    socket.destroy();
    await closed;
    assert.equal(request.complete, false);
  });
});
