import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import type { TcpProxy } from '#server/testing/tcp-proxy';
import { type ApiBehindProxy, startApiBehindProxy } from './testing/api-behind-proxy.ts';
import type { ApiProcess } from './testing/api-process.ts';
import { createSender, expectLogged, expectOutage, type OutageResponse, sendUntil } from './testing/outages.ts';
import { skipIfPooled } from './testing/postgres.ts';

/** A ticket that a client tries to create with one Idempotency-Key until it succeeds. */
type Attempt = { key: string; subject: string };

const createAttempt = (): Attempt => ({ key: randomUUID(), subject: `Made ${randomUUID().slice(0, 8)}` });
const createAttempts = (count: number): Attempt[] => Array.from({ length: count }, createAttempt);

describe('a PostgreSQL server that hangs: connections stay open without responses', () => {
  let behind: ApiBehindProxy;
  let token = '';
  let api: ApiProcess;
  let proxy: TcpProxy;
  let directClient: Client;
  const send = createSender(
    () => api,
    () => token,
  );
  const write = ({ key, subject }: Attempt) => send('POST', '/v1/tickets', { subject }, key);
  const read = () => send('GET', '/v1/tickets?q=created');
  const probe = async (path: string) => (await fetch(`${api.url}${path}`)).status;
  before(async () => {
    behind = await startApiBehindProxy({ DATABASE_TIMEOUT_SECONDS: '2' });
    ({ token, api, proxy, directClient } = behind);
  });
  after(() => behind.close('SIGKILL'));

  /** Reads the state of the API's connections on the server. */
  const readConnections = async () => {
    const { rows } = await directClient.query<{ pid: number; state: string; wait_event_type: string | null }>(
      `select pid, state, wait_event_type from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    return rows;
  };
  const until = async (condition: (rows: Awaited<ReturnType<typeof readConnections>>) => boolean) => {
    while (!condition(await readConnections())) await pause(10);
  };
  /** Retries every attempt until it succeeds, and checks that its ticket exists exactly once. */
  const expectCreatedOnce = async (created: readonly Attempt[]) => {
    await Promise.all(created.map(each => sendUntil(() => write(each), 201)));
    const subjects = created.map(({ subject }) => subject).sort();
    const { rows } = await directClient.query<{ subject: string }>(
      'select subject from tickets where subject = any($1) order by subject collate "C"',
      [subjects],
    );
    assert.deepEqual(
      rows.map(({ subject }) => subject),
      subjects,
    );
  };

  it('503 for every request while /healthz responds; a timed-out connection is not reused; requests succeed again', async () => {
    await Promise.all([...createAttempts(6).map(write), read(), read()]);
    const before = (await readConnections()).map(({ pid }) => pid);
    proxy.pause();
    const hung = createAttempts(6);
    let responses = 0;
    const sent = [...hung.map(write), ...Array.from({ length: 8 }, read)].map(async pending => {
      const response = await pending;
      responses++;
      return response;
    });
    assert.equal(await probe('/healthz'), 200);
    assert.equal(responses, 0, '/healthz responds before the hanging requests');
    assert.equal(await probe('/readyz'), 503);
    for (const response of await Promise.all(sent)) expectOutage(response);
    await expectLogged(api, /^a PostgreSQL statement took longer than/);
    proxy.resume();
    await expectCreatedOnce(hung);
    await sendUntil(read, 200);
    assert.equal(await probe('/readyz'), 200);
    // A pooler keeps its server connections.
    if (!skipIfPooled) await until(rows => rows.every(({ pid }) => !before.includes(pid)));
  });

  it('interrupted writes are stored exactly once after they are retried', async () => {
    const created: Attempt[] = [];
    const rejected: Attempt[] = [];
    const enough = Promise.withResolvers<void>();
    let isPaused = false;
    const writer = async () => {
      for (;;) {
        const current = createAttempt();
        let response: OutageResponse;
        do response = await write(current);
        while (response.status !== 201 && !isPaused);
        if (response.status !== 201) return void rejected.push(current);
        created.push(current);
        if (created.length === 20) enough.resolve();
      }
    };
    const writing = Promise.all(Array.from({ length: 8 }, writer));
    await enough.promise;
    isPaused = true;
    proxy.pause();
    await writing;
    // Statements that were in flight, such as a commit, arrive late.
    proxy.resume();
    await expectCreatedOnce([...created, ...rejected]);
    assert.equal(rejected.length, 8);
  });

  it('an interrupted transaction blocks no other transaction, although PostgreSQL does not detect the lost connection', async () => {
    await sendUntil(() => write(createAttempt()), 201);
    const middle = createAttempt();
    await directClient.query("begin; select value from counters where name = 'event.id' for update");
    const sent = write(middle);
    await until(rows => rows.some(({ wait_event_type }) => wait_event_type === 'Lock'));
    proxy.pause();
    await directClient.query('commit');
    await until(rows => rows.some(({ state }) => state === 'idle in transaction'));
    expectOutage(await sent);
    proxy.dropPaused();
    await expectCreatedOnce([createAttempt(), middle]);
  });
});
