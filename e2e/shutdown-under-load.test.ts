import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request as send } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import type { ErrorBody, Ticket } from '#contract';
import { administrator } from './people.ts';
import { runDeskCli } from './run-desk.ts';
import { startServerPair } from './server-pair.ts';

const connections = 16;

/** The maximum duration of a shutdown. */
const shutdownMilliseconds = 10_000;

/** Starts an empty desk with the headers of a signed-in browser. */
async function startDesk(t: TestContext) {
  const dataDir = await mkdtemp(join(tmpdir(), 'stardesk-end-'));
  const { api, bff, session, restartApi: start } = await startServerPair(dataDir, 'off');
  const servers = [api, bff];
  t.after(async () => {
    await Promise.all(servers.map(({ stop }) => stop()));
    await rm(dataDir, { recursive: true });
  });
  const restartApi = async (): Promise<void> => {
    servers.push(await start());
  };
  const countTickets = async (): Promise<number> => {
    const token = await runDeskCli(
      dataDir,
      'tokens',
      'create',
      '--person',
      administrator.email,
      '--scope',
      'tickets:read',
    );
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(`${api.url}/v1/tickets?count=true&per_page=1`, { headers });
    return Number(response.headers.get('x-total-count'));
  };
  return { api, bff, headers: session, countTickets, restartApi };
}

type Desk = Awaited<ReturnType<typeof startDesk>>;

/** The result of one attempt to create a ticket. */
type Outcome = { status: number; body: Partial<Ticket & ErrorBody> } | { code: string; wasOpen: boolean };

async function createTicket({ bff, headers }: Desk, agent: Agent): Promise<Outcome> {
  const options = { host: '127.0.0.1', port: bff.port, path: '/api/tickets', method: 'POST', agent };
  const clientRequest = send({ ...options, headers: { ...headers, 'Content-Type': 'application/json' } });
  try {
    const [response] = (await once(clientRequest.end('{"subject":"Created during a shutdown"}'), 'response')) as [
      IncomingMessage,
    ];
    return { status: response.statusCode ?? 0, body: JSON.parse(await text(response)) };
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    return { code, wasOpen: clientRequest.reusedSocket };
  }
}

/** Creates tickets on many connections until each gets a final outcome. Calls onLoad after 200. @returns all outcomes */
async function load(t: TestContext, desk: Desk, isFinal: (outcome: Outcome) => boolean, onLoad: () => void) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  t.after(() => agent.destroy());
  const outcomes: Outcome[] = [];
  const work = async (): Promise<void> => {
    for (;;) {
      const outcome = await createTicket(desk, agent);
      outcomes.push(outcome);
      if (outcomes.length === 200) onLoad();
      if (isFinal(outcome)) return;
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  return outcomes;
}

const isCreated = (outcome: Outcome): boolean => 'status' in outcome && outcome.status === 201;

/** Stops a server and checks its exit code and duration. */
async function expectShutdown(server: Desk['bff']): Promise<void> {
  const startedAt = performance.now();
  assert.equal(await server.stop(), 0);
  assert.ok(performance.now() - startedAt < shutdownMilliseconds);
}

describe('a server that shuts down under load', () => {
  it('bff: completes every request on an open connection, and stores nothing without a response', async t => {
    const desk = await startDesk(t);
    const loaded = Promise.withResolvers<void>();
    const loading = load(t, desk, outcome => 'code' in outcome && outcome.code === 'ECONNREFUSED', loaded.resolve);
    await loaded.promise;
    await expectShutdown(desk.bff);
    const outcomes = await loading;
    for (const outcome of outcomes) {
      if ('status' in outcome) assert.equal(outcome.status, 201, JSON.stringify(outcome.body));
      // New connections may reach a listener while it closes.
      else assert.deepEqual([['ECONNREFUSED', 'ECONNRESET'].includes(outcome.code), outcome.wasOpen], [true, false]);
    }
    assert.equal(await desk.countTickets(), outcomes.filter(isCreated).length);
  });

  it('api: stores exactly the tickets that got a 201', async t => {
    const desk = await startDesk(t);
    const loaded = Promise.withResolvers<void>();
    const loading = load(t, desk, outcome => !isCreated(outcome), loaded.resolve);
    await loaded.promise;
    await expectShutdown(desk.api);
    const outcomes = await loading;
    const rejected = outcomes.filter(outcome => !isCreated(outcome));
    for (const outcome of rejected) {
      // The bff may also reach a listener while it closes.
      assert.ok('status' in outcome && [50300, 50200].includes(outcome.body.code ?? 0), JSON.stringify(outcome));
    }
    await desk.restartApi();
    assert.equal(await desk.countTickets(), outcomes.length - rejected.length);
  });
});
