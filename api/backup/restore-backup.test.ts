import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { checks } from '../check/checks.ts';
import { runChecks } from '../check/run-checks.ts';
import { insertPerson } from '../people/store.ts';
import { loadSample } from '../sample/load-sample.ts';
import { forEachEngine, openStore } from '../testing/engines.ts';
import { countKeptRows } from './copy-rows.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const clock = Date.now;
const onProgress = () => undefined;

forEachEngine(database => {
  describe('a restore', () => {
    let folder = '';
    let file = '';
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'stardesk-restore-'));
      file = join(folder, 'desk.backup');
      const { database: desk, remove } = await openStore('sqlite', true);
      await loadSample(desk, clock());
      await makeBackup(desk, { file, force: false, clock, onProgress });
      await desk.close();
      await remove();
    });
    after(() => rm(folder, { recursive: true }));

    /** The backup with something else about it, beside it. */
    const changed = async (...statements: string[]): Promise<string> => {
      const path = join(folder, `changed-${(await readdir(folder)).length}`);
      await writeFile(path, await readFile(file));
      const copy = new DatabaseSync(path, { enableForeignKeyConstraints: false });
      for (const statement of statements) copy.exec(statement);
      copy.close();
      return path;
    };
    const restore = (path: string) => restoreBackup(database(), { file: path, clock, onProgress });

    it('refuses what a newer version made, and what is no backup, with a sentence', async () => {
      const text = join(folder, 'text');
      await writeFile(text, 'no store at all, but a text that is longer than the head of one\n'.repeat(4));
      const newer = await changed("insert into migrations (name, applied_at) values ('9999-later', 0)");
      await assert.rejects(restore(newer), /changed by a newer Stardesk \(9999-later\)/);
      for (const path of [text, await changed('pragma application_id = 0'), join(folder, 'nothing')])
        await assert.rejects(restore(path), /is no backup: "desk backup" makes one/);
    });

    it('is all or nothing', async () => {
      await assert.rejects(restore(await changed('update gist_files set gist_n = 99999 where gist_n = 1')));
      assert.equal(await countKeptRows(database().read), 0);
    });

    it('brings a backup of an older version up to date, and leaves its file as it was', async () => {
      const older = await changed(
        'alter table oauth_clients drop column old_secret_hash',
        'alter table oauth_clients drop column old_secret_until',
        "delete from migrations where name = '0015-old-secrets'",
      );
      const bytes = await readFile(older);
      await restore(older);
      assert.deepEqual((await runChecks(database(), checks)).findings, []);
      assert.deepEqual(await readFile(older), bytes);
    });

    it('gives out numbers that nothing has, and refuses a store that has anything', async () => {
      const draft = { name: 'New', email: 'new@desk.example', role: 'agent', disabled: false } as const;
      const { n, id } = await database().transaction(async writes => {
        const row = await insertPerson(writes, draft, null, clock());
        return writes.selectFrom('people').select(['n', 'id']).where('id', '=', row.id).executeTakeFirstOrThrow();
      });
      const rows = await database().read.selectFrom('people').select('n').execute();
      assert.deepEqual([n, id], [rows.length, String(rows.length)]);
      await assert.rejects(restore(file), /^Error: The store is not empty: it has \d+ rows/);
    });
  });
});
