import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { addOneAdministrator } from './testing/administrators.ts';
import { startApiProcess } from './testing/api-process.ts';
import {
  createSender,
  expectConsistentStore,
  expectLogged,
  expectOutage,
  type OutageResponse,
} from './testing/outages.ts';

/** Starts an API whose files cannot exceed 1 MiB, which needs no separate file system. */
const startSmallDesk = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'stardesk-full-'));
  const token = await addOneAdministrator({ dataDir });
  const small = ['sh', '-c', 'ulimit -f 2048; exec "$@"', 'sh'];
  const environment = { DATA_DIR: dataDir, SAMPLE_DATA: 'false', NODE_COMPILE_CACHE: '' };
  const api = await startApiProcess(environment, { wrapper: small });
  const stop = async () => {
    await api.stop('SIGKILL');
    await rm(dataDir, { recursive: true });
  };
  return { dataDir, token, api, stop };
};

describe('a disk on which the SQLite file cannot grow', () => {
  let desk: Awaited<ReturnType<typeof startSmallDesk>>;
  const send = createSender(
    () => desk.api,
    () => desk.token,
  );
  const write = () => send('POST', '/v1/tickets', { subject: 'Large', description: 'x y z '.repeat(10_000) });
  before(async () => {
    desk = await startSmallDesk();
  });
  after(() => desk.stop());

  it('503 for every write, even if concurrent, 200 for reads, and 201 when there is space again', async () => {
    const stored: string[] = [];
    let responses: OutageResponse[];
    do {
      responses = await Promise.all([write(), write(), write(), write()]);
      for (const { status, text } of responses)
        if (status === 201) stored.push((JSON.parse(text) as { id: string }).id);
    } while (responses.some(({ status }) => status === 201));
    for (const response of responses) expectOutage(response);
    // A single write may still fit where four did not.
    let replaced: OutageResponse;
    let times = 0;
    do {
      const description = `${times++} z y `.repeat(9000);
      replaced = await send('PUT', `/v1/tickets/${stored[0]}`, { subject: 'Large', description });
    } while (replaced.status === 200);
    expectOutage(replaced);
    for (const id of stored) assert.equal((await send('GET', `/v1/tickets/${id}`)).status, 200);
    const found = await send('GET', '/v1/tickets?q=large&count=true&per_page=100&fields=id');
    assert.equal((JSON.parse(found.text) as unknown[]).length, stored.length);
    await expectLogged(desk.api, /^the (disk of the store fails|store is full)/);

    // A checkpoint empties the write-ahead log, so there is space in it again.
    const other = new DatabaseSync(join(desk.dataDir, 'stardesk.db'));
    other.exec('pragma wal_checkpoint(truncate)');
    other.close();
    assert.equal((await write()).status, 201);
    await expectConsistentStore({ dataDir: desk.dataDir });
  });
});

it('503 for a mail whose file does not fit, and 201 for a smaller mail', async () => {
  const { api, token, stop } = await startSmallDesk();
  const send = createSender(
    () => api,
    () => token,
  );
  const mailbox = { name: 'Support', address: 'full@desk.example' };
  const { id } = JSON.parse((await send('POST', '/v1/mailboxes', mailbox)).text) as { id: string };
  const receive = async (size: number) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'message/rfc822' };
    const body = 'Subject: Smoke\r\n\r\n'.padEnd(size, 'It smokes.\r\n');
    const response = await fetch(`${api.url}/v1/mailboxes/${id}/mails`, { method: 'POST', headers, body });
    return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() };
  };
  expectOutage(await receive(1_500_000));
  await expectLogged(api, /^the store is full: free disk space/);
  assert.equal((await receive(100_000)).status, 201);
  await stop();
});
