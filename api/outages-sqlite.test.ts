import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { addOneAdministrator } from './testing/administrators.ts';
import { type ApiProcess, startApiProcess } from './testing/api-process.ts';
import {
  createSender,
  expectConsistentStore,
  expectLogged,
  expectOutage,
  type OutageResponse,
} from './testing/outages.ts';

describe('a disk on which the SQLite file cannot grow', () => {
  let dataDir = '';
  let token = '';
  let api: ApiProcess;
  const send = createSender(
    () => api,
    () => token,
  );
  const write = () => send('POST', '/v1/tickets', { subject: 'Large', description: 'x y z '.repeat(10_000) });
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stardesk-full-'));
    token = await addOneAdministrator({ dataDir });
    // Limits the file size to 1 MiB, which needs no separate file system.
    const small = ['sh', '-c', 'ulimit -f 2048; exec "$@"', 'sh'];
    api = await startApiProcess(
      { DATA_DIR: dataDir, SAMPLE_DATA: 'false', NODE_COMPILE_CACHE: '' },
      { wrapper: small },
    );
  });
  after(async () => {
    await api.stop('SIGKILL');
    await rm(dataDir, { recursive: true });
  });

  it('503 for every write, even if concurrent, 200 for reads, and 201 once there is space', async () => {
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
    await expectLogged(api, /^the (disk of the store fails|store is full)/);

    // A checkpoint empties the write-ahead log, so there is space in it again.
    const other = new DatabaseSync(join(dataDir, 'stardesk.db'));
    other.exec('pragma wal_checkpoint(truncate)');
    other.close();
    assert.equal((await write()).status, 201);
    await expectConsistentStore({ dataDir });
  });
});
