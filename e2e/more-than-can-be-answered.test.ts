import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Dispatcher, request } from 'undici';
import type { Message, Ticket } from '#contract';
import { makeLargeGist } from './bench/load/large-gist.ts';
import { connectSlowly } from './bench/load/slow-clients.ts';
import { startTwoServers, type TwoServers } from './two-servers.ts';

/** Of somebody signed in. */
type Headers = Record<string, string>;
type Answer = { status: number; headers: Dispatcher.ResponseData['headers']; body: unknown };

/** Asks on connections of one's own, unless others are named. */
async function ask(url: string, headers: Headers, options: Dispatcher.RequestOptions | object = {}): Promise<Answer> {
  const { statusCode: status, headers: answered, body } = await request(url, { headers, ...options });
  return { status, headers: answered, body: await body.json() };
}

/** In the error shape, and with what tells when to come again. */
function expectRefusal({ status, headers, body }: Answer): void {
  assert.equal(status, 503);
  assert.match(String(headers['retry-after']), /^[1-9]\d*$/);
  assert.match(String(headers['content-type']), /^application\/json/);
  assert.deepEqual(Object.keys(body as object), ['code', 'message', 'description']);
  assert.equal((body as { code: number }).code, 50300);
}

describe('api and bff that are asked more than they can answer', () => {
  let dataDir: string;
  let running: TwoServers;

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stardesk-load-'));
    running = await startTwoServers(dataDir, 'on');
  });
  after(async () => {
    await Promise.all([running.bff.stop(), running.api.stop()]);
    await rm(dataDir, { recursive: true });
  });

  it('answer everybody else rightly beside 60 clients that send or read a byte a second', async t => {
    const { bff, session } = running;
    const tickets = `${bff.url}/api/tickets`;
    const agents = { url: bff.url, sessions: [session] };
    const slow = await connectSlowly(agents, await makeLargeGist(agents), 60);
    t.after(slow.leave);
    const post = (path: string, body: object) =>
      ask(path, { ...session, 'content-type': 'application/json' }, { method: 'POST', body: JSON.stringify(body) });
    const write = async (index: number) => {
      const made = await post(tickets, { subject: `Ticket ${index}` });
      const path = `${tickets}/${(made.body as Ticket).id}`;
      const answered = await post(`${path}/messages`, { body: `Answer ${index}` });
      const [ticket, messages] = await Promise.all([ask(path, session), ask(`${path}/messages`, session)]);
      const bodies = (messages.body as Message[]).map(({ body }) => body);
      const statuses = [made, answered, ticket, messages].map(({ status }) => status);
      assert.deepEqual(statuses, [201, 201, 200, 200]);
      assert.deepEqual([(ticket.body as Ticket).subject, bodies], [`Ticket ${index}`, [`Answer ${index}`]]);
    };
    await Promise.all(Array.from({ length: 20 }, (_, index) => write(index)));
    const lists = await Promise.all(Array.from({ length: 40 }, () => ask(`${tickets}?per_page=5`, session)));
    for (const { status, body } of lists) assert.deepEqual([status, (body as Ticket[]).length], [200, 5]);

    assert.equal(slow.connected(), 60);
    await slow.leave();
    const { 'slow readers': readers, ...others } = slow.endings;
    assert.deepEqual(readers, { clients: 20, ways: { whole: 20 } }, 'who reads on gets the rest');
    const ways = Object.values(others).flatMap(ended => Object.keys(ended.ways));
    assert.deepEqual(
      ways.filter(way => way !== '408'),
      [],
      'nobody is cut off',
    );
  });

  it('503 with Retry-After at the bff while an API that has stopped keeps too many waiting, and 200 once it goes on', async t => {
    const { api, bff, session } = running;
    const tickets = `${bff.url}/api/tickets?per_page=5`;
    api.signal('SIGSTOP');
    t.after(() => api.signal('SIGCONT'));
    const all = Array.from({ length: 400 }, () => ask(tickets, session));
    const refused = await firstOf(all, 144);
    for (const answer of refused) expectRefusal(answer);
    assert.equal((await ask(`${bff.url}/healthz`, {})).status, 200);

    api.signal('SIGCONT');
    const answered = (await Promise.all(all)).filter(answer => !refused.includes(answer));
    assert.equal(answered.length, 256);
    for (const answer of answered) if (answer.status !== 200) expectRefusal(answer);
    const { status, body } = await ask(tickets, session);
    assert.deepEqual([status, (body as Ticket[]).length], [200, 5]);
  });
});

/** The first so many of them that are fulfilled. */
function firstOf<Value>(promises: readonly Promise<Value>[], count: number): Promise<Value[]> {
  const fulfilled: Value[] = [];
  return new Promise((resolve, reject) => {
    for (const promise of promises) {
      promise.then(value => fulfilled.push(value) === count && resolve([...fulfilled]), reject);
    }
  });
}
