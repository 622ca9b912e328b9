import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { findFreePort } from '#server/testing/free-port';
import { makeDirectory } from './testing/desk.ts';
import { apiEnvironment, createPerson, signInAsAdmin } from './testing/real-desk.ts';
import { type ServerProcess, startServer } from './testing/server-process.ts';

/** The messages of the lines that hold the id. */
const linesUnder = (server: ServerProcess, id: string): string[] =>
  server
    .logged()
    .split('\n')
    .filter(line => line.includes(`"${id}"`))
    .map(line => JSON.parse(line).msg);

test('one request has one id from the browser to the store, and back in its answer', async t => {
  const dataDir = makeDirectory(t);
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const api = await startServer(t, 'api/main.ts', { ...apiEnvironment(url, dataDir), LOG_LEVEL: 'debug' });
  const at = { PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: url, API_PUBLIC_URL: api.url, DATA_DIR: dataDir };
  const bff = await startServer(t, 'bff/main.ts', at);
  const person = createPerson(`http://127.0.0.1:${port}`, api.url);
  await signInAsAdmin(person);

  const ask = async (path: string, given?: string) => {
    const answer = await person.desk.call(path, { headers: given === undefined ? {} : { 'x-request-id': given } });
    return { status: answer.status, id: String(answer.headers['x-request-id']) };
  };

  const [kept, replaced] = [await ask('/api/tickets', 'my-own-id-1'), await ask('/api/tickets', 'no id')];
  const store = new DatabaseSync(join(dataDir, 'stardesk.db'), { timeout: 2000 });
  store.exec('alter table tickets rename to away');
  const failed = await ask('/api/tickets?sort=closed_at&per_page=7');
  store.exec('alter table away rename to tickets');
  store.close();
  // What they have logged last is read when they have ended.
  await Promise.all([bff.end(), api.end()]);

  await t.test('200 under the id that the browser gave', () => {
    assert.deepEqual(kept, { status: 200, id: 'my-own-id-1' });
    for (const server of [bff, api]) assert.deepEqual(linesUnder(server, kept.id), ['request completed']);
  });

  await t.test('200 under a new one where what it gave is none', () => {
    assert.match(replaced.id, /^[\da-f-]{36}$/);
    for (const server of [bff, api]) assert.deepEqual(linesUnder(server, replaced.id), ['request completed']);
  });

  await t.test('500 under the one that the failed statement is logged with', () => {
    assert.equal(failed.status, 500);
    assert.deepEqual(linesUnder(bff, failed.id), ['request failed']);
    const lines = linesUnder(api, failed.id);
    for (const line of ['a statement failed', 'unexpected error', 'request errored']) {
      assert.ok(lines.includes(line), `${line} in ${lines}`);
    }
  });
});
