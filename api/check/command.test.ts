import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open-database.ts';
import { loadSample } from '../sample/load-sample.ts';
import { runDeskInProcess } from '../testing/run-desk.ts';

describe('npm run desk -- check', () => {
  let dataDir = '';
  const change = (...statements: string[]) => {
    const file = new DatabaseSync(join(dataDir, 'stardesk.db'), { defensive: false });
    for (const statement of statements) file.exec(statement);
    file.close();
  };
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stardesk-check-'));
  });
  after(() => rm(dataDir, { recursive: true }));

  it('exits with 1 for a store of a different version', async () => {
    const { status, stderr } = await runDeskInProcess(dataDir, ['check']);
    assert.match(stderr, /^The store belongs to a different version of Stardesk: run "desk migrate"/);
    assert.equal(status, 1);
  });

  it('exits with 0 without findings, and shows its progress', async () => {
    const database = openDatabase({ dataDir });
    await migrate(database, Date.now);
    await loadSample(database, Date.now());
    const { status, stdout, stderr } = await runDeskInProcess(dataDir, ['check']);
    assert.match(stdout, /^No problems found: \d+ rules checked \(\d+ s\)\.\n$/);
    assert.match(stderr, /of [\d,]+ rows/);
    assert.equal(status, 0);
    await database.close();
  });

  it('exits with 1 and prints one sentence per finding, or JSON', async () => {
    change('update tickets set messages_count = 99 where n = 1');
    const { status, stdout } = await runDeskInProcess(dataDir, ['check']);
    assert.match(
      stdout,
      /^threads: Ticket \d+: messages_count is 99, but the value computed from its messages is \d+\.\n1 finding\. Back up the store /,
    );
    assert.equal(status, 1);
    const json = await runDeskInProcess(dataDir, ['check', '--json']);
    const { count, findings } = JSON.parse(json.stdout) as { count: number; findings: object[] };
    assert.equal(count, 1);
    assert.partialDeepStrictEqual(findings, [{ check: 'threads', table: 'tickets' }]);
    assert.deepEqual([json.status, json.stderr], [1, '']);
  });

  it('reports a damaged database file', async () => {
    change(
      'pragma writable_schema = on',
      "update sqlite_schema set sql = replace(sql, 'created_at', 'version') where name = 'gists_created'",
    );
    const { status, stdout } = await runDeskInProcess(dataDir, ['check']);
    assert.match(stdout, /^file: The database file is damaged: .*gists_created/m);
    assert.equal(status, 1);
  });
});
