import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request as send } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import type { ErrorBody, Ticket } from '#contract';
import { runDesk } from './bench/run-desk.ts';
import { administrator } from './people.ts';
import { startTwoServers } from './two-servers.ts';

const connections = 16;

/** An end takes no longer. */
const longestMilliseconds = 10_000;

/** An empty desk, and somebody who is signed in: what their browser says of itself. */
async function startDesk(t: TestContext) {
  const dataDir = await mkdtemp(join(tmpdir(), 'stardesk-end-'));
  const { api, bff, session, startApiAgain: start } = await startTwoServers(dataDir, 'off');
  const servers = [api, bff];
  t.after(async () => {
    await Promise.all(servers.map(({ stop }) => stop()));
    await rm(dataDir, { recursive: true });
  });
  const startApiAgain = async (): Promise<void> => {
    servers.push(await start());
  };
  const countTickets = async (): Promise<number> => {
    const token = await runDesk(
      dataDir,
      'tokens',
      'create',
      '--person',
      administrator.email,
      '--scope',
      'tickets:read',
    );
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await fetch(`${api.url}/v1/tickets?count=true&per_page=1`, { headers });
    return Number(answer.headers.get('x-total-count'));
  };
  return { api, bff, headers: session, countTickets, startApiAgain };
}

type Desk = Awaited<ReturnType<typeof startDesk>>;

/** What became of one attempt to make a ticket. */
type Outcome = { status: number; body: Partial<Ticket & ErrorBody> } | { code: string; wasOpen: boolean };

async function makeTicket({ bff, headers }: Desk, agent: Agent): Promise<Outcome> {
  const options = { host: '127.0.0.1', port: bff.port, path: '/api/tickets', method: 'POST', agent };
  const sent = send({ ...options, headers: { ...headers, 'Content-Type': 'application/json' } });
  try {
    const [answer] = (await once(sent.end('{"subject":"Made while it ends"}'), 'response')) as [IncomingMessage];
    return { status: answer.statusCode ?? 0, body: JSON.parse(await text(answer)) };
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    return { code, wasOpen: sent.reusedSocket };
  }
}

/** Many make tickets until each has met what ends it; calls back when there is a load. All that became of it. */
async function load(t: TestContext, desk: Desk, endsIt: (outcome: Outcome) => boolean, onLoad: () => void) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  t.after(() => agent.destroy());
  const outcomes: Outcome[] = [];
  const work = async (): Promise<void> => {
    for (;;) {
      const outcome = await makeTicket(desk, agent);
      outcomes.push(outcome);
      if (outcomes.length === 200) onLoad();
      if (endsIt(outcome)) return;
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  return outcomes;
}

const isMade = (outcome: Outcome): boolean => 'status' in outcome && outcome.status === 201;

/** Has a server end by itself, with 0 and in time. */
async function expectEnd(server: Desk['bff']): Promise<void> {
  const began = performance.now();
  assert.equal(await server.stop(), 0);
  assert.ok(performance.now() - began < longestMilliseconds);
}

describe('a desk of which one server ends while many write', () => {
  it('loses no answer of the bff, nor any connection that was open, and what was not answered is not done', async t => {
    const desk = await startDesk(t);
    const loaded = Promise.withResolvers<void>();
    const loading = load(t, desk, outcome => 'code' in outcome && outcome.code === 'ECONNREFUSED', loaded.resolve);
    await loaded.promise;
    await expectEnd(desk.bff);
    const outcomes = await loading;
    for (const outcome of outcomes) {
      if ('status' in outcome) assert.equal(outcome.status, 201, JSON.stringify(outcome.body));
      // New connections may meet a listener that is just closing.
      else assert.deepEqual([['ECONNREFUSED', 'ECONNRESET'].includes(outcome.code), outcome.wasOpen], [true, false]);
    }
    assert.equal(await desk.countTickets(), outcomes.filter(isMade).length);
  });

  it('has every ticket that was answered when it is the api that ends, and none that was not', async t => {
    const desk = await startDesk(t);
    const loaded = Promise.withResolvers<void>();
    const loading = load(t, desk, outcome => !isMade(outcome), loaded.resolve);
    await loaded.promise;
    await expectEnd(desk.api);
    const outcomes = await loading;
    const refused = outcomes.filter(outcome => !isMade(outcome));
    for (const outcome of refused) {
      // The bff too may meet a listener that is just closing.
      assert.ok('status' in outcome && [50300, 50200].includes(outcome.body.code ?? 0), JSON.stringify(outcome));
    }
    await desk.startApiAgain();
    assert.equal(await desk.countTickets(), outcomes.length - refused.length);
  });
});
