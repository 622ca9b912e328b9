import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { request } from 'undici';
import type { Message, Ticket } from '#contract';
import { createLargeGist } from './large-gist.ts';
import { startServerPair } from './server-pair.ts';
import { connectSlowClients } from './slow-clients.ts';

it('api and bff serve other clients correctly while 60 clients send or read a byte per second', async t => {
  const dataDir = await mkdtemp(join(tmpdir(), 'stardesk-load-'));
  const { api, bff, session } = await startServerPair(dataDir, 'on');
  t.after(async () => {
    await Promise.all([bff.stop(), api.stop()]);
    await rm(dataDir, { recursive: true });
  });
  const agents = { url: bff.url, sessions: [session] };
  const slow = await connectSlowClients(agents, await createLargeGist(agents), 60);
  t.after(slow.disconnect);

  const send = async <Body>(status: number, path: string, written?: object): Promise<Body> => {
    const headers = { ...session, ...(written && { 'content-type': 'application/json' }) };
    const options = written ? ({ method: 'POST', body: JSON.stringify(written) } as const) : {};
    const { statusCode, body } = await request(`${bff.url}/api/tickets${path}`, { headers, ...options });
    assert.equal(statusCode, status);
    return (await body.json()) as Body;
  };
  const write = async (index: number) => {
    const { id } = await send<Ticket>(201, '', { subject: `Ticket ${index}` });
    await send(201, `/${id}/messages`, { body: `Answer ${index}` });
    const [ticket, messages] = [await send<Ticket>(200, `/${id}`), await send<Message[]>(200, `/${id}/messages`)];
    assert.deepEqual([ticket.subject, ...messages.map(({ body }) => body)], [`Ticket ${index}`, `Answer ${index}`]);
  };
  await Promise.all(Array.from({ length: 20 }, (_, index) => write(index)));
  const lists = await Promise.all(Array.from({ length: 40 }, () => send<Ticket[]>(200, '?per_page=5')));
  for (const list of lists) assert.equal(list.length, 5);

  assert.equal(slow.countConnected(), 60);
  await slow.disconnect();
  const { 'slow readers': readers, ...senders } = slow.outcomes;
  assert.deepEqual(readers, { clients: 20, counts: { whole: 20 } }, 'slow readers get all responses');
  const outcomes = new Set(Object.values(senders).flatMap(({ counts }) => Object.keys(counts)));
  outcomes.delete('408');
  assert.deepEqual([...outcomes], [], 'slow senders are disconnected only with 408');
});
