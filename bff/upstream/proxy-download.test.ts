import assert from 'node:assert/strict';
import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { TestDesk } from '../testing/desk.ts';
import { createAppHeaders, startSignedInDesk } from '../testing/signed-in-desk.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const mebibyte = 1_048_576;
const chunk = Buffer.alloc(65_536, 'a');

/** Generates a body lazily. */
function* chunks(bytes: number) {
  for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk;
}

/** Generates parts of one mebibyte. Each part is filled with its number. */
function* numberedParts(count: number) {
  for (let number = 0; number < count; number++) yield Buffer.alloc(mebibyte, number);
}

/** Sends a request and returns the response with its body unread. */
function send(t: TestContext, desk: TestDesk): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = get(`${desk.url}/api/tickets`, { headers: createAppHeaders(desk) }, resolve).on('error', reject);
    t.after(() => request.destroy());
  });
}

describe('a response of 200 MiB', () => {
  it('is streamed without buffering', async t => {
    const desk = await startSignedInDesk(t);
    desk.upstream.respond = (_req, res) => void pipeline(Readable.from(chunks(200 * mebibyte)), res);
    const measure = () => {
      collectGarbage();
      return process.memoryUsage().arrayBuffers;
    };
    const before = measure();
    let [bytes, maxBuffered, next] = [0, 0, 0];
    for await (const part of await send(t, desk)) {
      bytes += part.length;
      if (bytes < next) continue;
      maxBuffered = Math.max(maxBuffered, measure() - before);
      next += 10 * mebibyte;
    }
    assert.equal(bytes, 200 * mebibyte);
    const message = `${Math.round(maxBuffered / mebibyte)} MiB were buffered by API, bff and reader together`;
    assert.ok(maxBuffered < 100 * mebibyte, message);
  });

  it('arrives unchanged at a client that reads with pauses', async t => {
    const desk = await startSignedInDesk(t);
    const size = 200 * mebibyte;
    desk.upstream.respond = (_req, res) => {
      res.setHeader('Content-Length', size);
      void pipeline(Readable.from(numberedParts(200)), res);
    };
    let bytes = 0;
    for await (const part of await send(t, desk)) {
      for (const end of [0, part.length - 1])
        assert.equal(part[end], Math.floor((bytes + end) / mebibyte), `the byte ${bytes + end}`);
      bytes += part.length;
      if (bytes % 7 === 0) await pause(1);
    }
    assert.equal(bytes, size);
  });

  it('is sent no faster than the client reads', async t => {
    const desk = await startSignedInDesk(t);
    const stopped = Promise.withResolvers<void>();
    let written = 0;
    desk.upstream.respond = async (_req, res) => {
      for (const part of chunks(200 * mebibyte)) {
        written += part.length;
        if (res.write(part)) continue;
        const quiet = setTimeout(stopped.resolve, 300);
        await new Promise(drained => res.once('drain', drained));
        clearTimeout(quiet);
      }
      res.end(stopped.resolve);
    };
    const response = await send(t, desk);
    await stopped.promise;
    assert.ok(written < 50 * mebibyte, `the API has written ${Math.round(written / mebibyte)} MiB`);
    let bytes = 0;
    for await (const part of response) bytes += part.length;
    assert.equal(bytes, 200 * mebibyte);
  });

  it('is aborted at the API when the browser disconnects', async t => {
    const desk = await startSignedInDesk(t);
    const ended = Promise.withResolvers<boolean>();
    desk.upstream.respond = (_req, res) => {
      res.once('close', () => ended.resolve(res.writableFinished));
      Readable.from(chunks(200 * mebibyte)).pipe(res);
    };
    const response = await send(t, desk);
    response.once('data', () => response.destroy());
    assert.equal(await ended.promise, false);
  });
});
