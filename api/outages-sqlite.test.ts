import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { addOneAdministrator } from './testing/administrators.ts';
import { type ApiProcess, startApiProcess } from './testing/api-process.ts';
import { type Answer, asking, expectLogged, expectOutage, expectSound } from './testing/outages.ts';

describe('a disk on which the SQLite file cannot grow', () => {
  let dataDir = '';
  let token = '';
  let api: ApiProcess;
  const ask = asking(
    () => api,
    () => token,
  );
  const write = () => ask('POST', '/v1/tickets', { subject: 'Large', description: 'x y z '.repeat(10_000) });
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stardesk-full-'));
    token = await addOneAdministrator({ dataDir });
    // No file may be written beyond 1 MiB: a file system's own refusal, and one that needs no other file system.
    const small = ['sh', '-c', 'ulimit -f 2048; exec "$@"', 'sh'];
    api = await startApiProcess({ DATA_DIR: dataDir, SAMPLE_DATA: 'false', NODE_COMPILE_CACHE: '' }, { by: small });
  });
  after(async () => {
    await api.end('SIGKILL');
    await rm(dataDir, { recursive: true });
  });

  it('503 for every write, also of several at once; reads go on; and all is well when there is room again', async () => {
    const kept: string[] = [];
    let answers: Answer[];
    do {
      answers = await Promise.all([write(), write(), write(), write()]);
      for (const { status, text } of answers) if (status === 201) kept.push((JSON.parse(text) as { id: string }).id);
    } while (answers.some(({ status }) => status === 201));
    for (const answer of answers) expectOutage(answer);
    // One write alone may still find room where four did not.
    let replaced: Answer;
    let times = 0;
    do {
      const description = `${times++} z y `.repeat(9000);
      replaced = await ask('PUT', `/v1/tickets/${kept[0]}`, { subject: 'Large', description });
    } while (replaced.status === 200);
    expectOutage(replaced);
    for (const id of kept) assert.equal((await ask('GET', `/v1/tickets/${id}`)).status, 200);
    const found = await ask('GET', '/v1/tickets?q=large&count=true&per_page=100&fields=id');
    assert.equal((JSON.parse(found.text) as unknown[]).length, kept.length);
    await expectLogged(api, /^the (disk of the store refuses|store is full)/);

    // What the log holds goes into the file, so there is room in it again.
    const other = new DatabaseSync(join(dataDir, 'stardesk.db'));
    other.exec('pragma wal_checkpoint(truncate)');
    other.close();
    assert.equal((await write()).status, 201);
    await expectSound({ dataDir });
  });
});
