import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Client } from 'pg';
import type { TcpProxy } from '#server/testing/tcp-proxy';
import { type ApiBehindProxy, startApiBehindProxy } from './testing/api-behind-proxy.ts';
import type { ApiProcess } from './testing/api-process.ts';
import { createSender, expectLogged, expectOutage, type OutageResponse, sendUntil } from './testing/outages.ts';
import { skipIfPooled, type TestDatabase } from './testing/postgres.ts';

describe('a PostgreSQL server that fails', () => {
  let behind: ApiBehindProxy;
  let store: TestDatabase;
  let token = '';
  let api: ApiProcess;
  let proxy: TcpProxy;
  let directClient: Client;
  const send = createSender(
    () => api,
    () => token,
  );
  const write = () => send('POST', '/v1/tickets', { subject: 'One more' });
  const read = () => send('GET', '/v1/tickets?q=more');
  const getStatuses = (responses: readonly OutageResponse[]) => [...new Set(responses.map(({ status }) => status))];
  before(async () => {
    behind = await startApiBehindProxy();
    ({ store, token, api, proxy, directClient } = behind);
    assert.equal((await write()).status, 201);
  });
  after(() => behind.close('SIGTERM'));

  const getDatabaseName = () => new URL(store.databaseUrl).pathname.slice(1);
  /** Changes a setting and closes all connections, because only new connections use it. */
  const set = async (setting: string) => {
    await directClient.query(`alter database ${getDatabaseName()} ${setting}`);
    await directClient.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
      [getDatabaseName()],
    );
  };
  it('503 for writes while the server is read-only, 200 for reads, and 201 afterwards', {
    skip: skipIfPooled,
  }, async () => {
    await set('set default_transaction_read_only = on');
    await sendUntil(read, 200);
    for (const response of await Promise.all([write(), write(), write()])) expectOutage(response);
    assert.deepEqual(getStatuses(await Promise.all([read(), read(), read()])), [200]);
    await expectLogged(api, /^the store is read-only: make/);
    await set('reset default_transaction_read_only');
    await sendUntil(write, 201);
  });

  it('503 for writes while its disk is full, 200 for reads, and 201 afterwards', async () => {
    // A trigger raises the error of a full disk.
    await directClient.query(`
      create function reject() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
      create trigger reject before insert on tickets execute function reject();
      create trigger reject before insert on oauth_records execute function reject()`);
    for (const response of await Promise.all([write(), write()])) expectOutage(response);
    const signIn = await fetch(new URL('/oauth/programs', api.url));
    assert.deepEqual([signIn.status, signIn.headers.get('retry-after')], [503, '5']);
    assert.match(await signIn.text(), /<h1>Something went wrong/);
    assert.equal((await read()).status, 200);
    await expectLogged(api, /^the store is full: free disk space/);
    await directClient.query(
      'drop trigger reject on tickets; drop trigger reject on oauth_records; drop function reject()',
    );
    assert.equal((await write()).status, 201);
  });

  it('503 for writes whose transaction conflicts at every attempt, 200 for reads, and 201 afterwards', async () => {
    for (const code of ['40001', '40P01']) {
      await directClient.query(`
        create function conflict() returns trigger language plpgsql as
          $$ begin raise exception 'could not serialize access' using errcode = '${code}'; end $$;
        create trigger conflict before insert on tickets execute function conflict()`);
      expectOutage(await write());
      assert.equal((await read()).status, 200);
      await directClient.query('drop trigger conflict on tickets; drop function conflict()');
    }
    await expectLogged(api, /^a transaction waited too long for a lock or conflicted too often/);
    assert.equal((await write()).status, 201);
  });

  it('503 for every request while the server is unavailable, 200 for /healthz, and 201 afterwards', async () => {
    await proxy.close();
    for (const response of await Promise.all([write(), read(), write(), read()])) expectOutage(response);
    assert.equal((await fetch(`${api.url}/healthz`)).status, 200);
    assert.equal((await fetch(`${api.url}/readyz`)).status, 503);
    const token = await fetch(`${api.url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x', client_id: 'nobody' }),
    });
    assert.deepEqual([token.status, token.headers.get('retry-after')], [503, '5']);
    assert.partialDeepStrictEqual(await token.json(), { error: 'temporarily_unavailable', code: 50300 });
    const page = await fetch(`${api.url}/oauth/authorize?client_id=x&response_type=code`, {
      headers: { Accept: 'text/html' },
    });
    assert.deepEqual([page.status, page.headers.get('retry-after')], [503, '5']);
    assert.match(await page.text(), /Something went wrong/);
    await expectLogged(api, /^the PostgreSQL server of DATABASE_URL does not respond/);
    await proxy.open();
    await sendUntil(write, 201);
    assert.deepEqual(getStatuses(await Promise.all([write(), read(), write()])).sort(), [200, 201]);
  });
});
