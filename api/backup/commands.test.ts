import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { loadSample } from '../sample/load-sample.ts';
import { runDesk, runDeskHere } from '../testing/run-desk.ts';

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

  it('writes a file that is its owner’s alone, says how far it is, and leaves nothing else behind', async () => {
    const { status, stdout, stderr } = await runDeskHere(dataDir, ['backup', file]);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^Wrote \d+ rows, [\d.]+ MB, to .*desk\.backup in \d+ s\.\n$/);
    assert.match(stderr, /of [\d,]+ rows/);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.deepEqual(
      (await readdir(dataDir)).filter(name => name.includes('backup')),
      ['desk.backup'],
    );
  });

  it('replaces a file that is there only when told to', async () => {
    const written = await readFile(file);
    const refused = await runDeskHere(dataDir, ['backup', file]);
    assert.deepEqual([refused.status, refused.stdout], [1, '']);
    assert.match(refused.stderr, /is there already: .*--force/);
    assert.deepEqual(await readFile(file), written);
    const { status, stdout } = await runDeskHere(dataDir, ['backup', file, '--force', '--json']);
    assert.equal(status, 0);
    assert.partialDeepStrictEqual(JSON.parse(stdout), { file, bytes: (await stat(file)).size });
  });

  it('says so when there is no room, and leaves nothing behind', async () => {
    const small = ['sh', '-c', 'ulimit -f 200; exec "$@"', 'sh'];
    const other = join(dataDir, 'other');
    const { status, stderr } = await runDesk(dataDir, ['backup', other], {
      by: small,
      env: { NODE_DISABLE_COMPILE_CACHE: '1' },
    });
    assert.match(stderr, /^(There is no room|A disk refuses).* Nothing was written\.$/m);
    assert.equal(status, 1);
    assert.deepEqual(
      (await readdir(dataDir)).filter(name => name.includes('other')),
      [],
    );
  });

  it('removes what a killed one has left of the same file, and nothing that somebody still writes', async () => {
    const other = join(dataDir, 'killed');
    const beside = async () => (await readdir(dataDir)).filter(name => name.startsWith('.killed-'));
    // One that is quicker than the kill leaves nothing.
    for (let left: string[] = []; left.length === 0; left = await beside()) {
      await rm(other, { force: true });
      const over = new AbortController();
      const ended = runDesk(dataDir, ['backup', other], { signal: over.signal }).then(() => true);
      while (!(await Promise.race([ended, beside().then(names => names.length > 0)])));
      over.abort();
      await ended;
    }
    await rm(other, { force: true });
    const writing = join(dataDir, '.killed-abc123');
    await mkdir(writing);
    const lock = new DatabaseSync(join(writing, 'lock'));
    lock.exec('begin exclusive');
    for (const name of ['.killed-notes', '.killed-def456']) await mkdir(join(dataDir, name));
    // What cannot even be looked at is nobody's to remove.
    await symlink('.killed-aaaaaa', join(dataDir, '.killed-aaaaaa'));
    const { status, stderr } = await runDeskHere(dataDir, ['backup', other]);
    assert.equal(status, 0, stderr);
    assert.deepEqual((await beside()).sort(), ['.killed-aaaaaa', '.killed-abc123', '.killed-def456', '.killed-notes']);
    lock.close();
    await runDeskHere(dataDir, ['backup', other, '--force']);
    assert.deepEqual((await beside()).sort(), ['.killed-aaaaaa', '.killed-def456', '.killed-notes']);
  });

  it('fills an empty store, and no other', async () => {
    const target = join(dataDir, 'empty');
    const { status, stdout, stderr } = await runDeskHere(target, ['restore', file]);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^Restored \d+ rows in \d+ s\. Everybody signs in again\.\n$/);
    const again = await runDeskHere(target, ['restore', file]);
    assert.equal(again.status, 1);
    assert.match(again.stderr, /^The store is not empty: it has \d+ rows\. Name another DATA_DIR/);
  });
});
