import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Ticket } from '#contract';
import type { ClusterAgent, ClusterResponse, SendRequest } from './cluster-client.ts';

/** Creates a ticket with a repeated idempotency key, changes and answers it, and finds it. */
export async function runAgentWork({ send }: ClusterAgent, name: string, round: number): Promise<void> {
  const word = `${name}${round}x${randomUUID().slice(0, 8)}`;
  const key = { 'Idempotency-Key': randomUUID() };
  const create = async () => {
    for (;;) {
      const created = await send<Ticket>('POST', '/tickets', { subject: `Of ${word}`, tags: ['cluster'] }, key);
      // 409: the other process is handling the same key.
      if (created.status !== 409) return created;
    }
  };
  const [first, second] = await Promise.all([create(), create()]);
  assert.deepEqual([first.status, second.status, first.body.id], [201, 201, second.body.id]);
  const { id, version } = first.body;
  const condition = { 'If-Match': `"${version}"` };
  const raised = await send<Ticket>('PATCH', `/tickets/${id}`, { priority: 'high' }, condition);
  assert.deepEqual([raised.status, raised.body?.priority], [200, 'high']);
  assert.equal((await send('PATCH', `/tickets/${id}`, { priority: 'low' }, condition)).status, 412);
  const body = `It was fixed, ${word.toUpperCase()}answer.`;
  assert.equal((await send('POST', `/tickets/${id}/messages`, { body })).status, 201);
  for (const q of [word, `${word}answer`]) {
    const found = await send<Ticket[]>('GET', `/tickets?q=${q}`);
    assert.deepEqual(
      found.body.map(ticket => ticket.id),
      [id],
    );
  }
}

/** Returns the ids of all pages of a list. */
export async function listAllIds(send: SendRequest, path: string): Promise<string[]> {
  const ids: string[] = [];
  let page: string | undefined = path;
  while (page !== undefined) {
    const { body, headers }: ClusterResponse<{ id: string }[]> = await send('GET', page);
    ids.push(...body.map(({ id }) => id));
    page = /<[^>]*\/(?:api|v1)([^>]*)>; rel="next"/.exec(headers['link'] ?? '')?.[1];
  }
  return ids;
}
