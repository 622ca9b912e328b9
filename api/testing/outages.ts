import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { checks } from '../check/checks.ts';
import { runChecks } from '../check/run-checks.ts';
import { openDatabase } from '../database/open.ts';
import type { ApiProcess } from './api-process.ts';

type Place = Parameters<typeof openDatabase>[0];

/** Holds the store against all that should be true of it. */
export const expectSound = async (place: Place): Promise<void> => {
  const database = openDatabase(place);
  assert.deepEqual((await runChecks(database, checks)).findings, []);
  await database.close();
};

/** What matters of an answer while the store has an outage. */
export type Answer = { status: number; retryAfter: string | null; text: string };

/** Asks a process of the api; `key` is an Idempotency-Key. */
export type Ask = (method: string, path: string, body?: object, key?: string) => Promise<Answer>;

/** In the name of a token. */
export const asking =
  (api: () => ApiProcess, token: () => string): Ask =>
  async (method, path, body, key) => {
    const headers = {
      Authorization: `Bearer ${token()}`,
      'Content-Type': 'application/json',
      ...(key !== undefined && { 'Idempotency-Key': key }),
    };
    const response = await fetch(`${api().url}${path}`, { method, headers, body: JSON.stringify(body) ?? null });
    const text = await response.text();
    return { status: response.status, retryAfter: response.headers.get('retry-after'), text };
  };

/** 503 in the one shape of errors, with when to ask again. */
export const expectOutage = ({ status, retryAfter, text }: Answer): void => {
  assert.deepEqual([status, retryAfter], [503, '5'], text.slice(0, 500));
  const body = JSON.parse(text) as Record<string, unknown>;
  assert.deepEqual(Object.keys(body), ['code', 'message', 'description']);
  assert.equal(body['code'], 50300);
};

/** Asks until this is the status, for as long as an outage may go on after its cause has. */
export const askUntil = async (work: () => Promise<Answer>, status: number): Promise<Answer> => {
  const until = performance.now() + 10_000;
  for (;;) {
    const answer = await work();
    if (answer.status === status) return answer;
    assert.ok(performance.now() < until, `${answer.status}: ${answer.text}`);
    await wait(20);
  }
};

/** Waits until the process has said so: what it says comes on another way than its answers. */
export const expectLogged = async ({ entries }: ApiProcess, what: RegExp): Promise<void> => {
  const until = performance.now() + 10_000;
  while (!entries.some(({ msg = '' }) => what.test(msg))) {
    assert.ok(performance.now() < until, `nothing like ${what} was logged`);
    await wait(10);
  }
};
