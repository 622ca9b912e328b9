import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Dispatcher, request } from 'undici';
import type { Message, Ticket } from '#contract';
import { createLargeGist } from './large-gist.ts';
import { type ServerPair, startServerPair } from './server-pair.ts';
import { connectSlowClients } from './slow-clients.ts';

type Headers = Record<string, string>;
type ParsedResponse = { status: number; headers: Dispatcher.ResponseData['headers']; body: unknown };

/** Sends a request and parses the response. */
async function send(
  url: string,
  headers: Headers,
  options: Dispatcher.RequestOptions | object = {},
): Promise<ParsedResponse> {
  const { statusCode: status, headers: received, body } = await request(url, { headers, ...options });
  return { status, headers: received, body: await body.json() };
}

/** Checks a 503 in the error format with Retry-After. */
function expectShed({ status, headers, body }: ParsedResponse): void {
  assert.equal(status, 503);
  assert.match(String(headers['retry-after']), /^[1-9]\d*$/);
  assert.match(String(headers['content-type']), /^application\/json/);
  assert.deepEqual(Object.keys(body as object), ['code', 'message', 'description']);
  assert.equal((body as { code: number }).code, 50300);
}

describe('api and bff in overload', () => {
  let dataDir: string;
  let running: ServerPair;

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stardesk-load-'));
    running = await startServerPair(dataDir, 'on');
  });
  after(async () => {
    await Promise.all([running.bff.stop(), running.api.stop()]);
    await rm(dataDir, { recursive: true });
  });

  it('serve other clients correctly with 60 clients that send or read a byte per second', async t => {
    const { bff, session } = running;
    const tickets = `${bff.url}/api/tickets`;
    const agents = { url: bff.url, sessions: [session] };
    const slow = await connectSlowClients(agents, await createLargeGist(agents), 60);
    t.after(slow.leave);
    const post = (path: string, body: object) =>
      send(path, { ...session, 'content-type': 'application/json' }, { method: 'POST', body: JSON.stringify(body) });
    const write = async (index: number) => {
      const created = await post(tickets, { subject: `Ticket ${index}` });
      const path = `${tickets}/${(created.body as Ticket).id}`;
      const replied = await post(`${path}/messages`, { body: `Answer ${index}` });
      const [ticket, messages] = await Promise.all([send(path, session), send(`${path}/messages`, session)]);
      const bodies = (messages.body as Message[]).map(({ body }) => body);
      const statuses = [created, replied, ticket, messages].map(({ status }) => status);
      assert.deepEqual(statuses, [201, 201, 200, 200]);
      assert.deepEqual([(ticket.body as Ticket).subject, bodies], [`Ticket ${index}`, [`Answer ${index}`]]);
    };
    await Promise.all(Array.from({ length: 20 }, (_, index) => write(index)));
    const lists = await Promise.all(Array.from({ length: 40 }, () => send(`${tickets}?per_page=5`, session)));
    for (const { status, body } of lists) assert.deepEqual([status, (body as Ticket[]).length], [200, 5]);

    assert.equal(slow.connected(), 60);
    await slow.leave();
    const { 'slow readers': readers, ...senders } = slow.endings;
    assert.deepEqual(readers, { clients: 20, counts: { whole: 20 } }, 'slow readers get the rest');
    const endings = Object.values(senders).flatMap(({ counts }) => Object.keys(counts));
    assert.deepEqual(
      endings.filter(ending => ending !== '408'),
      [],
      'no client is disconnected without a status',
    );
  });

  it('return 503 with Retry-After while too many requests wait for a suspended API, then 200', async t => {
    const { api, bff, session } = running;
    const tickets = `${bff.url}/api/tickets?per_page=5`;
    api.signal('SIGSTOP');
    t.after(() => api.signal('SIGCONT'));
    const all = Array.from({ length: 400 }, () => send(tickets, session));
    const rejected = await firstOf(all, 144);
    for (const response of rejected) expectShed(response);
    assert.equal((await send(`${bff.url}/healthz`, {})).status, 200);

    api.signal('SIGCONT');
    const others = (await Promise.all(all)).filter(response => !rejected.includes(response));
    assert.equal(others.length, 256);
    for (const response of others) if (response.status !== 200) expectShed(response);
    const { status, body } = await send(tickets, session);
    assert.deepEqual([status, (body as Ticket[]).length], [200, 5]);
  });
});

/** Resolves with the first fulfilled promises. */
function firstOf<Value>(promises: readonly Promise<Value>[], count: number): Promise<Value[]> {
  const fulfilled: Value[] = [];
  return new Promise((resolve, reject) => {
    for (const promise of promises) {
      promise.then(value => fulfilled.push(value) === count && resolve([...fulfilled]), reject);
    }
  });
}
