import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { largestUploadBytes } from '#contract/settings';
import { defaultUploadLimits } from '#server/uploads';
import type { TestDesk } from '../testing/desk.ts';
import type { FakeApi } from '../testing/fake-api.ts';
import { openConnection } from '../testing/one-connection.ts';
import { downApiUrl, formatHead, startSignedInDesk, startSignedInDeskWithApi } from '../testing/signed-in-desk.ts';

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

  it('503 while the API is down, even for a client that sends the whole body before it reads', async t => {
    const desk = await startSignedInDeskWithApi(t, downApiUrl);
    const socket = connect(Number(new URL(desk.url).port), '127.0.0.1');
    t.after(() => socket.destroy());
    socket.pause();
    socket.write(`${formatHead(desk, 'POST /api/tickets HTTP/1.1')}Content-Length: ${mebibyte}\r\n\r\n`);
    await new Promise(sent => socket.write(Buffer.alloc(mebibyte), sent));
    socket.resume();
    const [response] = await once(socket, 'data');
    socket.destroy(); // if the server closed first, it would reset the connection
    assert.match(String(response), /^HTTP\/1\.1 503 /);
  });

  it('reaches the API, without the Expect header, if the client expects 100 Continue', async t => {
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

const uploadPath = '/api/mailboxes/1/mails';

/** Starts an upload and sends `bytes` of it. */
const startUpload = (t: TestContext, desk: TestDesk, { length = largestUploadBytes, bytes = 0 } = {}): Socket => {
  const socket = connect(Number(new URL(desk.url).port), '127.0.0.1').on('error', () => {});
  t.after(() => socket.destroy());
  socket.write(`${formatHead(desk, `POST ${uploadPath} HTTP/1.1`)}Content-Length: ${length}\r\n\r\n`);
  socket.write(Buffer.alloc(bytes));
  return socket;
};

const readStatus = async (socket: Socket): Promise<string> =>
  /^HTTP\/1\.1 (\d+)/.exec(String((await once(socket, 'data'))[0]))?.[1] ?? '';

describe('an upload', () => {
  it('200 with the largest upload, 413 with more; 413 with 2 MiB on paths without uploads', async t => {
    const desk = await startSignedInDesk(t);
    desk.upstream.respond = count;
    const send = openConnection(t, desk);
    const upload = async (path: string, bytes: number, chunked = false) =>
      (await send(path, { method: 'POST', pieces: createBody(bytes), chunked })).status;
    assert.equal(await upload(uploadPath, largestUploadBytes), 200);
    for (const chunked of [true, false]) assert.equal(await upload(uploadPath, largestUploadBytes + 1, chunked), 413);
    assert.equal(await upload('/api/mailboxes', 2 * mebibyte), 413);
    assert.equal(await upload('/api/mailboxes/1/mails/2', 2 * mebibyte), 413);
  });

  it('waits while the API does not read, and arrives whole afterwards', async t => {
    const desk = await startSignedInDesk(t);
    const reading = Promise.withResolvers<void>();
    desk.upstream.respond = async (req, res) => {
      await reading.promise;
      count(req, res);
    };
    const socket = startUpload(t, desk, { bytes: largestUploadBytes });
    const countUnsent = () => socket.writableLength;
    for (let before = -1; before !== countUnsent() || desk.upstream.received.length === 0; await pause(100))
      before = countUnsent();
    assert.ok(countUnsent() > 8 * mebibyte, `${countUnsent()} bytes are still at the client`);
    reading.resolve();
    assert.match(String((await once(socket, 'data'))[0]), new RegExp(`^HTTP/1.1 200 .*${largestUploadBytes}$`, 's'));
  });

  it('503 above the limit of the process, until another upload ends or is aborted', async t => {
    const server = { uploadLimits: { ...defaultUploadLimits, perProcess: 2 } };
    const desk = await startSignedInDesk(t, { server });
    const received = () => desk.upstream.received.length;
    desk.upstream.respond = count;
    const [first, second] = [1, 2].map(() => startUpload(t, desk, { length: 10, bytes: 1 }));
    while (received() < 2) await pause(5);
    const send = openConnection(t, desk);
    const rejected = await send(uploadPath, { method: 'POST', pieces: createBody(10) });
    assert.deepEqual([rejected.status, rejected.headers['retry-after']], [503, '1']);
    first?.write(Buffer.alloc(9));
    assert.equal(first && (await readStatus(first)), '200');
    assert.equal((await send(uploadPath, { method: 'POST', pieces: createBody(10) })).status, 200);
    const third = startUpload(t, desk, { length: 10, bytes: 1 });
    while (received() < 4) await pause(5);
    const aborted = desk.upstream.received.slice(1, 2).map(req => new Promise(resolve => req.on('close', resolve)));
    second?.destroy();
    await Promise.all(aborted);
    assert.equal((await send(uploadPath, { method: 'POST', pieces: createBody(10) })).status, 200);
    third.destroy();
  });

  for (const chunked of [true, false]) {
    it(`413 of the API in the middle of a body ${chunked ? 'in chunks' : 'of known length'}; the connection stays open`, async t => {
      const desk = await startSignedInDesk(t);
      desk.upstream.respond = (req, res) => {
        let bytes = 0;
        req.on('data', piece => {
          bytes += piece.length;
          if (bytes > 5 * mebibyte && !res.headersSent) res.writeHead(413).end('too large\n');
        });
        req.on('end', () => res.headersSent || res.end('read\n')).on('error', () => {});
      };
      const socket = connect(Number(new URL(desk.url).port), '127.0.0.1');
      const responses = text(socket);
      const length = chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${20 * mebibyte}`;
      socket.write(`${formatHead(desk, `POST ${uploadPath} HTTP/1.1`)}${length}\r\n\r\n`);
      for (const piece of createBody(20 * mebibyte))
        socket.write(chunked ? Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')]) : piece);
      const read = formatHead(desk, 'GET /api/limits HTTP/1.1');
      socket.write(`${chunked ? '0\r\n\r\n' : ''}${read}\r\n${read}Connection: close\r\n\r\n`);
      assert.deepEqual((await responses).match(/(?<=^HTTP\/1\.1 )\d+/gm), ['413', '200', '200']);
    });
  }

  it('408 if the browser stops sending, and the API receives an incomplete request', async t => {
    const uploadLimits = { ...defaultUploadLimits, minimumRate: { bytes: 1000, interval: 200 } };
    const desk = await startSignedInDesk(t, { server: { uploadLimits } });
    desk.upstream.respond = count;
    assert.equal(await readStatus(startUpload(t, desk, { bytes: 500 })), '408');
    assert.equal(desk.upstream.received[0]?.complete, false);
  });
});
