import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { administrator } from './people.ts';
import { runDeskCli } from './run-desk.ts';
import { type ServerPair, startServerPair } from './server-pair.ts';

const connections = 16;

/** The maximum duration of a shutdown. */
const shutdownMilliseconds = 10_000;

/** The result of one attempt to create a ticket. */
type Outcome = { status: number; body: string } | { code: string; wasOpen: boolean };

async function createTicket({ bff, session }: ServerPair, agent: Agent): Promise<Outcome> {
  const options = { host: '127.0.0.1', port: bff.port, path: '/api/tickets', method: 'POST', agent };
  const clientRequest = request({ ...options, headers: { ...session, 'Content-Type': 'application/json' } });
  try {
    const responded = once(clientRequest.end('{"subject":"Created during a shutdown"}'), 'response');
    const [response] = (await responded) as [IncomingMessage];
    return { status: response.statusCode ?? 0, body: await text(response) };
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    return { code, wasOpen: clientRequest.reusedSocket };
  }
}

async function countTickets(dataDir: string, apiUrl: string): Promise<number> {
  const args = ['tokens', 'create', '--person', administrator.email, '--scope', 'tickets:read'];
  const headers = { Authorization: `Bearer ${await runDeskCli(dataDir, ...args)}` };
  const response = await fetch(`${apiUrl}/v1/tickets?count=true&per_page=1`, { headers });
  return Number(response.headers.get('x-total-count'));
}

it('a bff that shuts down under load completes every accepted request, and no ticket is stored without a response', async t => {
  const dataDir = await mkdtemp(join(tmpdir(), 'stardesk-shutdown-'));
  const desk = await startServerPair(dataDir, 'off');
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  t.after(async () => {
    agent.destroy();
    await Promise.all([desk.api.stop(), desk.bff.stop()]);
    await rm(dataDir, { recursive: true });
  });

  const outcomes: Outcome[] = [];
  const loaded = Promise.withResolvers<void>();
  const work = async (): Promise<void> => {
    for (;;) {
      const outcome = await createTicket(desk, agent);
      if (outcomes.push(outcome) === 200) loaded.resolve();
      if ('code' in outcome && outcome.code === 'ECONNREFUSED') return;
    }
  };
  const loading = Promise.all(Array.from({ length: connections }, work));
  await loaded.promise;
  const startedAt = performance.now();
  assert.equal(await desk.bff.stop(), 0);
  assert.ok(performance.now() - startedAt < shutdownMilliseconds);
  await loading;

  for (const outcome of outcomes) {
    if ('status' in outcome) assert.equal(outcome.status, 201, outcome.body);
    // New connections may reach a listener while it closes.
    else assert.deepEqual([['ECONNREFUSED', 'ECONNRESET'].includes(outcome.code), outcome.wasOpen], [true, false]);
  }
  assert.equal(await countTickets(dataDir, desk.api.url), outcomes.filter(outcome => 'status' in outcome).length);
});
