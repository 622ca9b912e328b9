import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, createServer, get } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import express, { type Request, type Response } from 'express';
import { createTurns, isTooLate } from './turns.ts';

type Choices = Parameters<typeof createTurns>[0];

/** A server whose requests take a while of the processor, with what it has begun, by turn. */
const startServer = async (t: TestContext, choices: Choices, busyMilliseconds: number) => {
  const turns = createTurns(choices);
  const begun: string[][] = [];
  let isSameTurn = false;
  const app = express().use(turns.take, (request, response) => {
    server.emit('begun');
    if (!isSameTurn) {
      begun.push([]);
      setImmediate(() => {
        isSameTurn = false;
      });
    }
    isSameTurn = true;
    begun.at(-1)?.push(request.url);
    const until = performance.now() + busyMilliseconds;
    while (performance.now() < until);
    response.end(String(turns.waited(request)));
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, begun, turns };
};

/** All of them on one connection, so that they come together and in this order. */
const sendTogether = (url: string, count: number) => {
  const requests = Array.from({ length: count }, (_, index) => `GET /${index} HTTP/1.1\r\nHost: desk\r\n\r\n`);
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
  socket.write(requests.join(''));
  return socket;
};

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await pause(5);
};

describe('the turns of requests', () => {
  it('are so many at once, in the order in which they came', async t => {
    const { url, begun } = await startServer(t, { most: 4 }, 1);
    const socket = sendTogether(url, 30);
    t.after(() => socket.destroy());
    await until(() => begun.flat().length === 30);
    assert.ok(Math.max(...begun.map(turn => turn.length)) <= 8, JSON.stringify(begun));
    assert.ok(begun.length >= 4, JSON.stringify(begun));
    assert.deepEqual(
      begun.flat(),
      Array.from({ length: 30 }, (_, index) => `/${index}`),
    );
  });

  it('let those in who connect while others ask without a pause', async t => {
    const { url, begun } = await startServer(t, { most: 2 }, 2);
    const agent = new Agent({ keepAlive: true });
    let isOver = false;
    const ask = async (path: string, from: Agent | false) => {
      const [answer] = await once(get(url + path, { agent: from }), 'response');
      await once(answer.resume(), 'end');
    };
    const asking = Array.from({ length: 40 }, async () => {
      while (!isOver) await ask('/', agent);
    });
    await until(() => begun.flat().length > 100);
    const before = begun.flat().length;
    await Promise.all(Array.from({ length: 8 }, () => ask('/new', false)));
    const meanwhile = begun.flat().length - before;
    isOver = true;
    await Promise.all(asking);
    agent.destroy();
    // In turns of all forty, the last of the eight would be let in after 320.
    assert.ok(meanwhile < 160, `${meanwhile} requests came first`);
  });

  it('wait for those who connect meanwhile: of many at once most are let in before the first is begun', async t => {
    let accepted = 0;
    const { url, begun, server } = await startServer(t, { accepted: () => accepted }, 2);
    server.on('connection', () => {
      accepted += 1;
    });
    const first = once(server, 'begun').then(() => accepted);
    const sockets = Array.from({ length: 50 }, () => sendTogether(url, 1));
    t.after(() => {
      for (const socket of sockets) socket.destroy();
    });
    assert.ok((await first) > 25, `${await first} were let in`);
    await until(() => begun.flat().length === 50);
  });

  it('come although there is somebody new in each turn', async () => {
    let accepted = 0;
    const turns = createTurns({ accepted: () => ++accepted });
    const [request, response] = [{}, {}] as [Request, Response];
    await new Promise<void>(next => turns.take(request, response, () => next()));
    assert.ok(accepted > 50 && accepted < 100, `${accepted} were let in`);
  });

  it('tell how long a request has waited, and whether that was too long', async t => {
    const { url, turns } = await startServer(t, { most: 1 }, 1);
    const answer = await fetch(url);
    assert.equal(await answer.text(), '0');
    const request = {} as Parameters<typeof turns.waited>[0];
    const after = (milliseconds: number) => isTooLate({ ...turns, waited: () => milliseconds }, request);
    assert.deepEqual([after(1000), after(1001)], [false, true]);
  });

  it('come when there is room, and are not spent on whoever has left', async t => {
    let room = false;
    const { url, begun } = await startServer(t, { mayBegin: () => room }, 1);
    const gone = sendTogether(url, 1);
    await once(gone, 'connect');
    const waiting = fetch(`${url}/stays`).then(answer => answer.text());
    await pause(50);
    assert.deepEqual(begun, []);
    gone.destroy();
    await pause(20);
    room = true;
    assert.ok(Number(await waiting) >= 40);
    assert.deepEqual(begun.flat(), ['/stays']);
  });

  it('tell how many wait', async () => {
    let room = false;
    const turns = createTurns({ mayBegin: () => room });
    const [request, response] = [{}, {}] as [Request, Response];
    const begun = [1, 2].map(() => new Promise<void>(next => turns.take(request, response, () => next())));
    assert.equal(turns.waiting(), 2);
    room = true;
    await Promise.all(begun);
    assert.equal(turns.waiting(), 0);
  });

  it('come after a second too where there is no room, to be refused', async t => {
    const { url } = await startServer(t, { mayBegin: () => false }, 1);
    const waited = Number(await (await fetch(url)).text());
    assert.ok(waited > 1000 && waited < 5000, `${waited} ms`);
  });
});
