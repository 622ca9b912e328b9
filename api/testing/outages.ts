import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { checks } from '../check/checks.ts';
import { runChecks } from '../check/run-checks.ts';
import { openDatabase } from '../database/open-database.ts';
import type { ApiProcess } from './api-process.ts';

type StoreOptions = Parameters<typeof openDatabase>[0];

/** Asserts that `desk check` finds nothing in the store. */
export const expectConsistentStore = async (options: StoreOptions): Promise<void> => {
  const database = openDatabase(options);
  assert.deepEqual((await runChecks(database, checks)).findings, []);
  await database.close();
};

/** The relevant parts of a response during an outage. */
export type OutageResponse = { status: number; retryAfter: string | null; text: string };

/** Sends a request to an API process; `key` is an Idempotency-Key. */
export type SendToApi = (method: string, path: string, body?: object, key?: string) => Promise<OutageResponse>;

/** Creates a function that sends requests with this token. */
export const createSender =
  (api: () => ApiProcess, token: () => string): SendToApi =>
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

/** Asserts a 503 with Retry-After and a valid error body. */
export const expectOutage = ({ status, retryAfter, text }: OutageResponse): void => {
  assert.deepEqual([status, retryAfter], [503, '5'], text.slice(0, 500));
  const body = JSON.parse(text) as Record<string, unknown>;
  assert.deepEqual(Object.keys(body), ['code', 'message', 'description']);
  assert.equal(body['code'], 50300);
};

/** Repeats a request until it gets a response with this status, for at most ten seconds. */
export const sendUntil = async (work: () => Promise<OutageResponse>, status: number): Promise<OutageResponse> => {
  const deadline = performance.now() + 10_000;
  for (;;) {
    const response = await work();
    if (response.status === status) return response;
    assert.ok(performance.now() < deadline, `${response.status}: ${response.text}`);
    await pause(20);
  }
};

/** Waits for a log line, which may arrive after the response. */
export const expectLogged = async ({ getEntries }: ApiProcess, pattern: RegExp): Promise<void> => {
  const deadline = performance.now() + 10_000;
  while (!getEntries().some(({ msg = '' }) => pattern.test(msg))) {
    assert.ok(performance.now() < deadline, `no log line matched ${pattern}`);
    await pause(10);
  }
};
