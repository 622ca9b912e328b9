import assert from 'node:assert/strict';
import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, it, type TestContext } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Desk } from '../testing/desk.ts';
import { cookieHeader, startSignedIn } from '../testing/signed-in-desk.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const mebibyte = 1_048_576;
const piece = Buffer.alloc(65_536, 'a');

/** A body that is made up as it is taken. */
function* pieces(bytes: number) {
  for (let made = 0; made < bytes; made += piece.length) yield piece;
}

/** An answer whose body nobody has read of yet. */
function ask(t: TestContext, desk: Desk): Promise<IncomingMessage> {
  const headers = { cookie: cookieHeader(desk), 'x-csrf': '1', 'sec-fetch-site': 'same-origin' };
  return new Promise((resolve, reject) => {
    const asked = get(`${desk.url}/api/tickets`, { headers }, resolve).on('error', reject);
    t.after(() => asked.destroy());
  });
}

describe('an answer of 200 MB', () => {
  it('passes through without being held', async t => {
    const desk = await startSignedIn(t);
    desk.upstream.answer = (_req, res) => void pipeline(Readable.from(pieces(200 * mebibyte)), res);
    const heldNow = () => {
      collectGarbage();
      return process.memoryUsage().arrayBuffers;
    };
    const before = heldNow();
    let [bytes, most, next] = [0, 0, 0];
    for await (const part of await ask(t, desk)) {
      bytes += part.length;
      if (bytes < next) continue;
      most = Math.max(most, heldNow() - before);
      next += 10 * mebibyte;
    }
    assert.equal(bytes, 200 * mebibyte);
    const held = `${Math.round(most / mebibyte)} MiB were held by API, bff and reader together`;
    assert.ok(most < 100 * mebibyte, held);
  });

  it('is sent no faster than it is read: who stops reading stops the API', async t => {
    const desk = await startSignedIn(t);
    const stopped = Promise.withResolvers<void>();
    let written = 0;
    desk.upstream.answer = async (_req, res) => {
      for (const part of pieces(200 * mebibyte)) {
        written += part.length;
        if (res.write(part)) continue;
        const quiet = setTimeout(stopped.resolve, 300);
        await new Promise(drained => res.once('drain', drained));
        clearTimeout(quiet);
      }
      res.end(stopped.resolve);
    };
    const answer = await ask(t, desk);
    await stopped.promise;
    assert.ok(written < 50 * mebibyte, `the API has written ${Math.round(written / mebibyte)} MiB`);
    let bytes = 0;
    for await (const part of answer) bytes += part.length;
    assert.equal(bytes, 200 * mebibyte);
  });

  it('is ended at the API when the browser leaves in the middle', async t => {
    const desk = await startSignedIn(t);
    const ended = Promise.withResolvers<boolean>();
    desk.upstream.answer = (_req, res) => {
      res.once('close', () => ended.resolve(res.writableFinished));
      Readable.from(pieces(200 * mebibyte)).pipe(res);
    };
    const answer = await ask(t, desk);
    answer.once('data', () => answer.destroy());
    assert.equal(await ended.promise, false);
  });
});
