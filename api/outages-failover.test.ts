import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { addOneAdministrator } from './testing/administrators.ts';
import { type ApiProcess, startApiProcess } from './testing/api-process.ts';
import { createSender, expectConsistentStore } from './testing/outages.ts';
import { createCluster, type PostgresCluster } from './testing/postgres-cluster.ts';

describe('a failover with two hosts in DATABASE_URL', () => {
  let first: PostgresCluster;
  let second: PostgresCluster;
  let dataDir = '';
  let databaseUrl = '';
  let api: ApiProcess;
  let token = '';
  const send = createSender(
    () => api,
    () => token,
  );
  const write = () => send('POST', '/v1/tickets', { subject: 'Stored on the new primary' });
  /** Probes /readyz until it succeeds. Returns the changes of its status so far. */
  const probe = () => {
    const seen: number[] = [];
    const probeUntilReady = async () => {
      while (seen.at(-1) !== 200) {
        const { status } = await fetch(`${api.url}/readyz`);
        if (status !== seen.at(-1)) seen.push(status);
        await pause(20);
      }
    };
    return { seen, ready: probeUntilReady() };
  };
  before(async () => {
    first = await createCluster();
    await first.start();
    dataDir = await mkdtemp(join(tmpdir(), 'stardesk-failover-'));
    token = await addOneAdministrator({ dataDir: '', databaseUrl: first.url });
    await first.stop('SIGINT');
    second = await first.copy();
    await Promise.all([first.start(), second.start('standby')]);
    databaseUrl = first.url.replace(/(?=\/postgres$)/, `,${new URL(second.url).host}`);
    api = await startApiProcess({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SAMPLE_DATA: 'false' });
  });
  after(async () => {
    await Promise.all([first.remove(), second.remove()]);
    await api.stop();
    await rm(dataDir, { recursive: true });
  });

  it('503 for all probes of /readyz until a promotion; waiting requests succeed without a restart', async () => {
    assert.equal((await write()).status, 201);
    await probe().ready;
    await first.stop('SIGQUIT');
    // A request that arrives before the API has noticed the closed connections may use one of them and get 503.
    const probes = Array.from({ length: 10 }, probe);
    while (!probes.every(({ seen }) => seen.length > 0)) await pause(20);
    const waiting = Array.from({ length: 20 }, write);
    const client = new pg.Client(second.url);
    await client.connect();
    assert.deepEqual([...new Set(probes.flatMap(({ seen }) => seen))], [503]);
    await client.query('select pg_promote()').finally(() => client.end());
    assert.deepEqual([...new Set((await Promise.all(waiting)).map(({ status }) => status))], [201]);
    await Promise.all(probes.map(({ ready }) => ready));
    for (const { seen } of probes) assert.deepEqual(seen, [503, 200]);
    await expectConsistentStore({ dataDir: '', databaseUrl });
  });
});
