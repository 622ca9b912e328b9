import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { createGate, type Gate } from '../testing/gate.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { Unanswered } from './lent-connection.ts';
import { openPool } from './postgres-pool.ts';

describe('connecting to a PostgreSQL that hangs', () => {
  let store: TestDatabase;
  let gate: Gate;
  let ended: (() => Promise<void>)[] = [];
  before(async () => {
    store = await createTestDatabase();
  });
  beforeEach(async () => {
    gate = await createGate(store.databaseUrl);
  });
  afterEach(async () => {
    await Promise.all(ended.map(end => end()));
    ended = [];
    await gate.close();
  });
  after(() => store.drop());

  /** Asks for connections: the error that comes of it, or null. */
  const asking = (...limits: [milliseconds: number, mostMilliseconds: number]) => {
    const { lent } = openPool(gate.url, ...limits);
    ended.push(async () => lent.end());
    return () =>
      lent.connect().then(
        client => {
          client.release();
          return null;
        },
        (error: unknown) => error,
      );
  };
  const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : null);

  it('is found out, however long a statement may take: who comes next is refused', async () => {
    gate.hold();
    const ask = asking(600_000, 100);
    assert.match(String(await ask()), /connection timeout/);
    assert.ok((await ask()) instanceof Unanswered);
  });

  it('is over with the first word of the server, which may be a refusal: that is what everybody is told then', async t => {
    gate.hold();
    const ask = asking(500, 500);
    assert.match(String(await ask()), /connection timeout/);
    assert.ok((await ask()) instanceof Unanswered);
    const administrator = new Client({ connectionString: store.databaseUrl.replace(/[^/]+$/, 'postgres') });
    t.after(() => administrator.end());
    await administrator.connect();
    const name = new URL(store.databaseUrl).pathname.slice(1);
    await administrator.query(`alter database ${name} allow_connections false`);
    gate.letGo();
    const until = performance.now() + 10_000;
    let error = await ask();
    for (; error instanceof Unanswered && performance.now() < until; error = await ask()) await pause(10);
    // object_not_in_prerequisite_state
    assert.equal(codeOf(error), '55000', String(error));
    await administrator.query(`alter database ${name} allow_connections true`);
    assert.equal(await ask(), null);
  });
});
