import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { findFreePort } from '#server/testing/free-port';
import { type ServerProcess, startServerDuringTest } from '#server/testing/server-process';
import { makeDirectory } from './testing/desk.ts';
import { apiEnvironment, createPersonBrowsers, signInAsAdmin } from './testing/real-desk.ts';

/** Returns the log messages with the id. */
const findMessages = (server: ServerProcess, id: string): string[] =>
  server.outputLines.filter(line => line.includes(`"${id}"`)).map(line => JSON.parse(line).msg);

test('a request has one id from the browser to the database and in its response', async t => {
  const dataDir = makeDirectory(t);
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const api = await startServerDuringTest(t, 'api/main.ts', { ...apiEnvironment(url, dataDir), LOG_LEVEL: 'debug' });
  const environment = {
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    API_PUBLIC_URL: api.url,
    DATA_DIR: dataDir,
  };
  const bff = await startServerDuringTest(t, 'bff/main.ts', environment);
  const person = createPersonBrowsers(`http://127.0.0.1:${port}`, api.url);
  await signInAsAdmin(person);

  const send = async (path: string, given?: string) => {
    const response = await person.desk.call(path, { headers: given === undefined ? {} : { 'x-request-id': given } });
    return { status: response.status, id: String(response.headers['x-request-id']) };
  };

  const [accepted, replaced] = [await send('/api/tickets', 'my-own-id-1'), await send('/api/tickets', 'no id')];
  const store = new DatabaseSync(join(dataDir, 'stardesk.db'), { timeout: 2000 });
  store.exec('alter table tickets rename to away');
  const failed = await send('/api/tickets?sort=closed_at&per_page=7');
  store.exec('alter table away rename to tickets');
  store.close();
  // The last log lines are complete after the processes have stopped.
  await Promise.all([bff.stop(), api.stop()]);

  await t.test('200 with the id that the browser sent', () => {
    assert.deepEqual(accepted, { status: 200, id: 'my-own-id-1' });
    for (const server of [bff, api]) assert.deepEqual(findMessages(server, accepted.id), ['request completed']);
  });

  await t.test('200 with a new id if the browser’s is invalid', () => {
    assert.match(replaced.id, /^[\da-f-]{36}$/);
    for (const server of [bff, api]) assert.deepEqual(findMessages(server, replaced.id), ['request completed']);
  });

  await t.test('500 with the id in the log of the failed statement', () => {
    assert.equal(failed.status, 500);
    assert.deepEqual(findMessages(bff, failed.id), ['request failed']);
    const lines = findMessages(api, failed.id);
    for (const line of ['SQL statement failed', 'unexpected error', 'request errored']) {
      assert.ok(lines.includes(line), `${line} in ${lines}`);
    }
  });
});
