import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { openConnection } from '../testing/one-connection.ts';
import { cookieHeader, startSignedIn, startSignedInBefore } from '../testing/signed-in-desk.ts';
import type { Upstream } from '../testing/upstream.ts';

const mebibyte = 1_048_576;

/** Answers with the number of bytes, once there are no more. */
const count: Upstream['answer'] = (req, res) => {
  let bytes = 0;
  req.on('data', piece => (bytes += piece.length)).on('end', () => res.end(String(bytes)));
  req.on('error', () => {});
};

/** A body in pieces of 64 KiB. */
const bodyOf = (bytes: number) =>
  Array.from({ length: Math.ceil(bytes / 65_536) }, (_, piece) =>
    Buffer.alloc(Math.min(65_536, bytes - piece * 65_536), 'a'),
  );

describe('a body for /api', () => {
  for (const chunked of [false, true]) {
    const how = chunked ? 'of unknown length' : 'of announced length';

    it(`200 with exactly 1 MiB ${how}`, async t => {
      const desk = await startSignedIn(t);
      desk.upstream.answer = count;
      const answer = await openConnection(t, desk)('/api/tickets', {
        method: 'POST',
        pieces: bodyOf(mebibyte),
        chunked,
      });
      assert.deepEqual([answer.status, answer.text], [200, String(mebibyte)]);
    });

    it(`413 with a byte more ${how}, and the connection goes on`, async t => {
      const desk = await startSignedIn(t);
      desk.upstream.answer = count;
      const send = openConnection(t, desk);
      const answer = await send('/api/tickets', { method: 'POST', pieces: bodyOf(mebibyte + 1), chunked });
      assert.equal(answer.status, 413);
      assert.equal(JSON.parse(answer.text).code, 41300);
      const next = await send('/api/tickets');
      assert.deepEqual([next.status, next.reused], [200, true]);
    });

    it(`413 with 8 MiB ${how}, to who sends all of it before reading`, async t => {
      const desk = await startSignedIn(t);
      desk.upstream.answer = count;
      const answer = await openConnection(t, desk)('/api/tickets', {
        method: 'POST',
        pieces: bodyOf(8 * mebibyte),
        chunked,
      });
      assert.equal(answer.status, 413);
    });
  }

  it('the API hears nothing of one announced too large, and an aborted request of one that grows too large', async t => {
    const desk = await startSignedIn(t);
    const aborted = Promise.withResolvers<void>();
    desk.upstream.answer = req => void req.on('error', () => aborted.resolve()).resume();
    const send = openConnection(t, desk);
    await send('/api/tickets', { method: 'POST', pieces: bodyOf(2 * mebibyte) });
    assert.equal(desk.upstream.received.length, 0);
    await send('/api/tickets', { method: 'POST', pieces: bodyOf(2 * mebibyte), chunked: true });
    await aborted.promise;
    assert.equal(desk.upstream.received.length, 1);
    assert.equal(desk.upstream.received[0]?.complete, false);
  });

  it('503 with the API down, to who sends all of it before reading', async t => {
    const desk = await startSignedInBefore(t, 'http://127.0.0.1:1');
    const socket = connect(Number(new URL(desk.url).port), '127.0.0.1');
    t.after(() => socket.destroy());
    socket.pause();
    const head = [
      'POST /api/tickets HTTP/1.1',
      'Host: desk',
      `Cookie: ${cookieHeader(desk)}`,
      'X-CSRF: 1',
      'Sec-Fetch-Site: same-origin',
      `Content-Length: ${mebibyte}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    await new Promise(sent => socket.write(Buffer.alloc(mebibyte), sent));
    socket.resume();
    const [answer] = await once(socket, 'data');
    socket.destroy(); // before the server, which would reset what is still under way
    assert.match(String(answer), /^HTTP\/1\.1 503 /);
  });

  it('that the API answers before its end: the answer is the API’s, and the connection goes on', async t => {
    const desk = await startSignedIn(t);
    desk.upstream.answer = (req, res) => {
      if (req.method === 'POST') res.writeHead(422, { 'Content-Type': 'application/json' }).end('{"code":42200}');
      else res.end('{}');
    };
    const send = openConnection(t, desk);
    const answer = await send('/api/tickets', { method: 'POST', pieces: bodyOf(mebibyte) });
    assert.deepEqual([answer.status, answer.text], [422, '{"code":42200}']);
    const next = await send('/api/tickets');
    assert.deepEqual([next.status, next.reused], [200, true]);
  });

  it('is sent after 100 Continue to who expects it', async t => {
    const desk = await startSignedIn(t);
    desk.upstream.answer = (req, res) => void req.pipe(res);
    const answer = await openConnection(t, desk)('/api/tickets', {
      method: 'POST',
      headers: { expect: '100-continue' },
      pieces: [Buffer.from('{"subject":"Zoë"}')],
    });
    assert.deepEqual([answer.status, answer.text], [200, '{"subject":"Zoë"}']);
    assert.equal(desk.upstream.received[0]?.headers.expect, undefined);
  });
});
