import { randomUUID } from 'node:crypto';

/** The kinds of requests, which are counted separately. */
export const requestKinds = ['list', 'read', 'write'] as const;
export type RequestKind = (typeof requestKinds)[number];

export type MixRequest = {
  kind: RequestKind;
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  /** Sends If-None-Match, so that an unchanged list returns 304. */
  conditional?: true;
  headers?: Record<string, string>;
  body?: string;
};

const lists = [
  '/api/tickets?state=open&sort=-priority,created_at',
  '/api/tickets?state=open&assignee_id=me',
  '/api/tickets?sort=-updated_at',
  '/api/tickets?q=invoice&state=open',
];

/**
 * Returns the next request of an agent's typical work. Of ten requests, seven are lists (four of them polls), two open
 * a ticket, and one writes.
 *
 * @param tickets the number of tickets
 */
export function createMixRequest(requestIndex: number, tickets: number): MixRequest {
  const step = requestIndex % 10;
  const list = lists[Math.floor(requestIndex / 10) % lists.length] ?? '';
  // Keeps the tickets of successive requests far apart.
  const id = 1 + ((requestIndex * 7919) % tickets);
  if (step < 4) return { kind: 'list', method: 'GET', path: list, conditional: true };
  if (step < 7) return { kind: 'list', method: 'GET', path: list };
  if (step === 7) return { kind: 'read', method: 'GET', path: `/api/tickets/${id}` };
  if (step === 8) return { kind: 'read', method: 'GET', path: `/api/tickets/${id}/messages` };
  return requestIndex % 20 < 10 ? reply(id) : triage(id, requestIndex);
}

const json = { 'content-type': 'application/json' };

const reply = (id: number): MixRequest => ({
  kind: 'write',
  method: 'POST',
  path: `/api/tickets/${id}/messages`,
  headers: { ...json, 'idempotency-key': randomUUID() },
  body: JSON.stringify({ body: 'We have found the cause, and it will be fixed by tomorrow.' }),
});

const triage = (id: number, requestIndex: number): MixRequest => ({
  kind: 'write',
  method: 'PATCH',
  path: `/api/tickets/${id}`,
  headers: json,
  body: JSON.stringify({ priority: ['low', 'normal', 'high'][requestIndex % 3] }),
});
