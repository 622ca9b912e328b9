import assert from 'node:assert/strict';
import { createServer, get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { it, type TestContext } from 'node:test';
import { listenDuringTest } from '#server/testing/listen';
import { CollectedResponse } from './response.ts';

/** Streams a body to a client. `sent` is the result of the server, which closes the connection if sending fails. */
const streamToClient = async (t: TestContext, body: AsyncIterable<Uint8Array>) => {
  const sent = Promise.withResolvers<'sent' | Error>();
  const server = createServer((_request, response) => {
    const streamed = new CollectedResponse(response, {}).stream(body);
    streamed
      .then(() => sent.resolve('sent'))
      .catch(error => {
        sent.resolve(error);
        response.destroy();
      });
  });
  const url = await listenDuringTest(t, server);
  const response = await new Promise<IncomingMessage>(resolve => get(url, { agent: false }, resolve));
  return { response, sent: sent.promise };
};

const partBytes = 256 * 1024;
const createPart = () => Buffer.allocUnsafeSlow(partBytes).fill('a');

it('stream sends all parts, releases their memory, and does not release shared memory', async t => {
  const parts = [createPart(), createPart(), createPart().subarray(1), createPart()];
  const { response, sent } = await streamToClient(
    t,
    (async function* () {
      yield* parts;
    })(),
  );
  assert.ok((await buffer(response)).equals(Buffer.alloc(4 * partBytes - 1, 'a')));
  assert.equal(await sent, 'sent');
  assert.deepEqual(
    parts.map(({ length }) => length),
    [0, 0, partBytes - 1, 0],
  );
});

it('stream stops reading when the client disconnects', async t => {
  let read = 0;
  const closed = Promise.withResolvers<void>();
  const { response, sent } = await streamToClient(
    t,
    (async function* () {
      try {
        for (; ; read++) yield createPart();
      } finally {
        closed.resolve();
      }
    })(),
  );
  for await (const _ of response) if (read > 4) break;
  await closed.promise;
  assert.equal(await sent, 'sent');
});

it('stream rejects if reading fails in the middle, and the client gets an incomplete response', async t => {
  const { response, sent } = await streamToClient(
    t,
    (async function* () {
      yield createPart();
      throw new Error('disk');
    })(),
  );
  await assert.rejects(buffer(response), { code: 'ECONNRESET' });
  assert.match(String(await sent), /disk/);
});
