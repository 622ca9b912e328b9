import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import type { FakeApi } from '../testing/fake-api.ts';
import { openConnection } from '../testing/one-connection.ts';
import { formatHead, startSignedInDesk, startSignedInDeskWithApi } from '../testing/signed-in-desk.ts';

const mebibyte = 1_048_576;

/** Counts the bytes of a request body and responds with the count. */
const count: FakeApi['respond'] = (req, res) => {
  let bytes = 0;
  req.on('data', piece => (bytes += piece.length)).on('end', () => res.end(String(bytes)));
  req.on('error', () => {});
};

/** Creates a body in chunks of 64 KiB. */
const createBody = (bytes: number) =>
  Array.from({ length: Math.ceil(bytes / 65_536) }, (_, piece) =>
    Buffer.alloc(Math.min(65_536, bytes - piece * 65_536), 'a'),
  );

describe('a request body for /api', () => {
  for (const chunked of [false, true]) {
    it(`200 with 1 MiB ${chunked ? 'in chunks' : 'of known length'}, 413 with more; the connection stays open`, async t => {
      const desk = await startSignedInDesk(t);
      desk.upstream.respond = count;
      const send = openConnection(t, desk);
      const upload = (bytes: number) => send('/api/tickets', { method: 'POST', pieces: createBody(bytes), chunked });
      const accepted = await upload(mebibyte);
      assert.deepEqual([accepted.status, accepted.text], [200, String(mebibyte)]);
      for (const bytes of [mebibyte + 1, 8 * mebibyte]) {
        const rejected = await upload(bytes);
        assert.deepEqual([rejected.status, JSON.parse(rejected.text).code, rejected.reused], [413, 41300, true]);
      }
      const next = await send('/api/tickets');
      assert.deepEqual([next.status, next.reused], [200, true]);
    });
  }

  it('is not sent to the API if its announced length is too large, and is aborted at the limit otherwise', async t => {
    const desk = await startSignedInDesk(t);
    const aborted = Promise.withResolvers<void>();
    desk.upstream.respond = req => void req.on('error', () => aborted.resolve()).resume();
    const send = openConnection(t, desk);
    await send('/api/tickets', { method: 'POST', pieces: createBody(2 * mebibyte) });
    assert.equal(desk.upstream.received.length, 0);
    await send('/api/tickets', { method: 'POST', pieces: createBody(2 * mebibyte), chunked: true });
    await aborted.promise;
    assert.equal(desk.upstream.received.length, 1);
    assert.equal(desk.upstream.received[0]?.complete, false);
  });

  it('503 for a client that sends everything before reading while the API is down', async t => {
    const desk = await startSignedInDeskWithApi(t);
    const socket = connect(Number(new URL(desk.url).port), '127.0.0.1');
    t.after(() => socket.destroy());
    socket.pause();
    socket.write(`${formatHead(desk, 'POST /api/tickets HTTP/1.1')}Content-Length: ${mebibyte}\r\n\r\n`);
    await new Promise(sent => socket.write(Buffer.alloc(mebibyte), sent));
    socket.resume();
    const [response] = await once(socket, 'data');
    socket.destroy(); // before the server, which would reset the connection
    assert.match(String(response), /^HTTP\/1\.1 503 /);
  });

  it('is sent after 100 Continue if the client expects it', async t => {
    const desk = await startSignedInDesk(t);
    desk.upstream.respond = (req, res) => void req.pipe(res);
    const response = await openConnection(t, desk)('/api/tickets', {
      method: 'POST',
      headers: { expect: '100-continue' },
      pieces: [Buffer.from('{"subject":"Zoë"}')],
    });
    assert.deepEqual([response.status, response.text], [200, '{"subject":"Zoë"}']);
    assert.equal(desk.upstream.received[0]?.headers.expect, undefined);
  });
});
