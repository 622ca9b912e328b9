import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { findFreePort } from '#server/testing/free-port';
import { createTcpProxy, type TcpProxy } from '#server/testing/tcp-proxy';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { openPool } from './postgres-pool.ts';
import { PostgresTimeoutError } from './timed-connection.ts';

describe('connecting to a PostgreSQL server that hangs', () => {
  let store: TestDatabase;
  let proxy: TcpProxy;
  let cleanups: (() => Promise<void>)[] = [];
  before(async () => {
    store = await createTestDatabase();
  });
  beforeEach(async () => {
    proxy = await createTcpProxy(store.databaseUrl);
  });
  afterEach(async () => {
    await Promise.all(cleanups.map(cleanup => cleanup()));
    cleanups = [];
    await proxy.close();
  });
  after(() => store.drop());

  /** Opens a pool; the returned function connects and resolves to the error, or null. */
  const createConnect = (milliseconds: number, maxConnectMilliseconds: number) => {
    const { kyselyPool } = openPool(proxy.url, { milliseconds, maxConnectMilliseconds });
    cleanups.push(async () => kyselyPool.end());
    return () =>
      kyselyPool.connect().then(
        client => {
          client.release();
          return null;
        },
        (error: unknown) => error,
      );
  };
  /** Connects repeatedly, until a result is accepted. */
  const connectUntil = async (connect: () => Promise<unknown>, isAccepted: (error: unknown) => boolean) => {
    const deadline = performance.now() + 10_000;
    let error = await connect();
    for (; !isAccepted(error) && performance.now() < deadline; error = await connect()) await pause(10);
    assert.ok(isAccepted(error), String(error));
  };

  it('rejects later callers after one connection timeout, even with a long statement timeout', async () => {
    proxy.pause();
    const connect = createConnect(600_000, 100);
    assert.match(String(await connect()), /connection timeout/);
    assert.ok((await connect()) instanceof PostgresTimeoutError);
  });

  it('recovers at the first response of the server, even if the response is an error', async t => {
    proxy.pause();
    const connect = createConnect(500, 500);
    assert.match(String(await connect()), /connection timeout/);
    assert.ok((await connect()) instanceof PostgresTimeoutError);
    const administrator = new Client({ connectionString: store.databaseUrl.replace(/[^/]+$/, 'postgres') });
    t.after(() => administrator.end());
    await administrator.connect();
    const name = new URL(store.databaseUrl).pathname.slice(1);
    await administrator.query(`alter database ${name} allow_connections false`);
    proxy.resume();
    // PgBouncer wraps this error of the server, and tries again only after a pause.
    await connectUntil(connect, error => String(error).includes('is not currently accepting connections'));
    await administrator.query(`alter database ${name} allow_connections true`);
    await connectUntil(connect, error => error === null);
  });
});

describe('connecting to one of several PostgreSQL hosts', () => {
  it('tries the latest primary first, although an earlier host of the URL accepts connections again', async t => {
    const store = await createTestDatabase();
    t.after(() => store.drop());
    const port = await findFreePort();
    const { kyselyPool } = openPool(store.databaseUrl.replace(/@(?=[^@]*$)/, `@127.0.0.1:${port},`), {});
    t.after(() => kyselyPool.end());
    const clients = [await kyselyPool.connect()];
    let attempts = 0;
    const firstHost = createServer(socket => {
      attempts++;
      socket.destroy();
    });
    await once(firstHost.listen(port, '127.0.0.1'), 'listening');
    t.after(() => firstHost.close());
    for (let i = 0; i < 3; i++) clients.push(await kyselyPool.connect());
    for (const client of clients) client.release();
    assert.equal(attempts, 0);
  });
});
