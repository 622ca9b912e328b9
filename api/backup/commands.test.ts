import assert from 'node:assert/strict';
import fs, { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open-database.ts';
import { loadSample } from '../sample/load-sample.ts';
import { runDesk, runDeskInProcess } from '../testing/run-desk.ts';

describe('npm run desk -- backup and restore', () => {
  let dataDir = '';
  let file = '';
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stardesk-backup-'));
    file = join(dataDir, 'desk.backup');
    const database = openDatabase({ dataDir });
    await migrate(database, Date.now);
    await loadSample(database, Date.now());
    await database.close();
  });
  after(() => rm(dataDir, { recursive: true }));

  it('writes a file with mode 0600, shows progress, and leaves no temporary files', async () => {
    const { status, stdout, stderr } = await runDeskInProcess(dataDir, ['backup', file]);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^Wrote \d+ rows and 0 files, [\d.]+ MB, to .*desk\.backup in \d+ s\.\n$/);
    assert.match(stderr, /of [\d,]+ rows/);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.deepEqual(
      (await readdir(dataDir)).filter(name => name.includes('backup')),
      ['desk.backup'],
    );
  });

  it('replaces an existing file only with --force', async () => {
    const written = await readFile(file);
    const rejected = await runDeskInProcess(dataDir, ['backup', file]);
    assert.deepEqual([rejected.status, rejected.stdout], [1, '']);
    assert.match(rejected.stderr, /already exists: .*--force/);
    assert.deepEqual(await readFile(file), written);
    const { status, stdout } = await runDeskInProcess(dataDir, ['backup', file, '--force', '--json']);
    assert.equal(status, 0);
    assert.partialDeepStrictEqual(JSON.parse(stdout), { file, bytes: (await stat(file)).size });
  });

  it('writes to a file system without hard links, and replaces no file that appears meanwhile', async t => {
    const other = join(dataDir, 'other');
    let beforeLink = () => {};
    const link = t.mock.method(fs, 'linkSync', () => {
      beforeLink();
      throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' });
    });
    syncBuiltinESMExports();
    try {
      const { status, stderr } = await runDeskInProcess(dataDir, ['backup', other]);
      assert.equal(status, 0, stderr);
      assert.deepEqual((await readFile(other)).subarray(0, 16), Buffer.from('SQLite format 3\0'));
      await rm(other);
      beforeLink = () => fs.writeFileSync(other, 'new');
      const rejected = await runDeskInProcess(dataDir, ['backup', other]);
      assert.deepEqual([rejected.status, await readFile(other, 'utf8')], [1, 'new']);
      assert.match(rejected.stderr, /already exists/);
      await rm(other);
    } finally {
      link.mock.restore();
      syncBuiltinESMExports();
    }
  });

  it('reports a full disk and leaves no temporary files', async () => {
    const small = ['sh', '-c', 'ulimit -f 200; exec "$@"', 'sh'];
    const other = join(dataDir, 'other');
    const { status, stderr } = await runDesk(dataDir, ['backup', other], {
      wrapper: small,
      env: { NODE_DISABLE_COMPILE_CACHE: '1' },
    });
    assert.match(stderr, /^(No space left|A disk fails).* Nothing was written\.$/m);
    assert.equal(status, 1);
    assert.deepEqual(
      (await readdir(dataDir)).filter(name => name.includes('other')),
      [],
    );
  });

  it('removes temporary directories of killed backups, but not of running backups', async () => {
    const other = join(dataDir, 'killed');
    const listTemporary = async () => (await readdir(dataDir)).filter(name => name.startsWith('.killed-'));
    // Tries again if the backup finished before the kill and left no temporary directory.
    for (let left: string[] = []; left.length === 0; left = await listTemporary()) {
      await rm(other, { force: true });
      const controller = new AbortController();
      const exited = runDesk(dataDir, ['backup', other], { signal: controller.signal }).then(() => true);
      // Without a lock, the directory looks like a directory that is being created.
      const isLocked = async () => (await listTemporary()).some(name => existsSync(join(dataDir, name, 'lock')));
      while (!(await Promise.race([exited, isLocked()])));
      controller.abort();
      await exited;
    }
    await rm(other, { force: true });
    const writing = join(dataDir, '.killed-abc123');
    await mkdir(writing);
    const lock = new DatabaseSync(join(writing, 'lock'));
    lock.exec('begin exclusive');
    for (const name of ['.killed-notes', '.killed-def456']) await mkdir(join(dataDir, name));
    // A link to itself cannot be inspected and must stay.
    await symlink('.killed-aaaaaa', join(dataDir, '.killed-aaaaaa'));
    const { status, stderr } = await runDeskInProcess(dataDir, ['backup', other]);
    assert.equal(status, 0, stderr);
    assert.deepEqual((await listTemporary()).sort(), [
      '.killed-aaaaaa',
      '.killed-abc123',
      '.killed-def456',
      '.killed-notes',
    ]);
    lock.close();
    await runDeskInProcess(dataDir, ['backup', other, '--force']);
    assert.deepEqual((await listTemporary()).sort(), ['.killed-aaaaaa', '.killed-def456', '.killed-notes']);
  });

  it('restores into an empty store only', async () => {
    const target = join(dataDir, 'empty');
    const { status, stdout, stderr } = await runDeskInProcess(target, ['restore', file]);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^Restored \d+ rows and 0 files in \d+ s\. Everyone has to sign in again\.\n$/);
    const again = await runDeskInProcess(target, ['restore', file]);
    assert.equal(again.status, 1);
    assert.match(again.stderr, /^The store is not empty \(rows: \d+\)\. Set DATA_DIR/);
  });

  it('restores a read-only backup of an older version', async () => {
    const older = join(dataDir, 'older');
    await copyFile(file, older);
    const backup = new DatabaseSync(older);
    backup.exec("drop table one_time_links; delete from migrations where name = '0031-one-time-links'");
    backup.close();
    await chmod(older, 0o400);
    // Without this restriction, root could write to a read-only file.
    const wrapper = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override'] : [];
    const { status, stderr } = await runDesk(join(dataDir, 'migrated'), ['restore', older], { wrapper });
    assert.equal(status, 0, stderr);
  });
});
