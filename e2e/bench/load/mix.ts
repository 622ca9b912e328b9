import { randomUUID } from 'node:crypto';

/** What an agent asks for, by which it is counted. */
export const kinds = ['list', 'read', 'write'] as const;
export type Kind = (typeof kinds)[number];

/** One request to the bff. */
export type Asked = {
  kind: Kind;
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  /** Whether it says which answer it has, so that the same again is a 304. */
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
 * An agent's day, in ten: seven lists, four of them to see whether anything is new, two tickets that are opened, and one
 * thing that is done.
 *
 * @param turn counts the requests
 * @param tickets how many there are
 */
export function askedIn(turn: number, tickets: number): Asked {
  const step = turn % 10;
  const list = lists[Math.floor(turn / 10) % lists.length] ?? '';
  // Far apart, and each ticket in its turn.
  const id = 1 + ((turn * 7919) % tickets);
  if (step < 4) return { kind: 'list', method: 'GET', path: list, conditional: true };
  if (step < 7) return { kind: 'list', method: 'GET', path: list };
  if (step === 7) return { kind: 'read', method: 'GET', path: `/api/tickets/${id}` };
  if (step === 8) return { kind: 'read', method: 'GET', path: `/api/tickets/${id}/messages` };
  return turn % 20 < 10 ? reply(id) : triage(id, turn);
}

const json = { 'content-type': 'application/json' };

const reply = (id: number): Asked => ({
  kind: 'write',
  method: 'POST',
  path: `/api/tickets/${id}/messages`,
  headers: { ...json, 'idempotency-key': randomUUID() },
  body: JSON.stringify({ body: 'We have found the cause, and it will be mended by tomorrow.' }),
});

const triage = (id: number, turn: number): Asked => ({
  kind: 'write',
  method: 'PATCH',
  path: `/api/tickets/${id}`,
  headers: json,
  body: JSON.stringify({ priority: ['low', 'normal', 'high'][turn % 3] }),
});
