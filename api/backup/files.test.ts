import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { checks } from '../check/checks.ts';
import { createByteChecks } from '../check/files.ts';
import { runChecks } from '../check/run-checks.ts';
import type { Database } from '../database/database.ts';
import { collectFiles, createCollectFiles } from '../files/collect-files.ts';
import { OmittedFileError } from '../files/driver.ts';
import { type Files, openFiles } from '../files/files.ts';
import { moveFiles } from '../files/move-files.ts';
import { addJob } from '../jobs/testing/add-job.ts';
import { runDueJobs } from '../jobs/testing/run-due-jobs.ts';
import { openStore } from '../testing/engines.ts';
import { testSecretKeys } from '../testing/secret-keys.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const clock = Date.now;
const onProgress = () => undefined;

type Desk = { database: Database; files: Files; dataDir: string };

describe('files in a backup', () => {
  let directory: string;
  const contents = [0, 1, 262_144, 700_000, 3_000_000].map(size => randomBytes(size));
  let sha256s: string[];
  const cleanups: (() => Promise<void>)[] = [];
  let disk: Desk;
  let backup: string;

  const openDesk = async (engine: Database['engine']): Promise<Desk> => {
    const opened = await openStore(engine, true);
    cleanups.unshift(async () => {
      await opened.database.close();
      await opened.remove();
    });
    const { database } = opened;
    const dataDir = opened.environment.DATA_DIR;
    return { database, files: openFiles(database, { dataDir }), dataDir };
  };
  const backUp = async ({ database, files }: Desk, name: string, hasFiles = true) => {
    const file = join(directory, name);
    const options = { file, files: hasFiles ? files : null, force: false, clock, onProgress };
    return { file, result: await makeBackup(database, options) };
  };
  const restore = async (desk: Desk, file: string) =>
    restoreBackup(desk.database, { file, files: desk.files, secretKeys: testSecretKeys, clock, onProgress });
  const expectFiles = async ({ database, files }: Desk, location: 'disk' | 'database') => {
    for (const [index, sha256] of sha256s.entries()) {
      assert.equal((await files.find(sha256))?.location, location);
      assert.ok((await files.read(sha256)).equals(contents[index] ?? Buffer.of()));
    }
    assert.deepEqual((await runChecks(database, [...checks, ...createByteChecks(files, { all: true })])).findings, []);
  };

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'stardesk-files-'));
    disk = await openDesk('sqlite');
    sha256s = [];
    for (const bytes of contents)
      await disk.files.put(Readable.from([bytes]), { maxBytes: 4_000_000 }, async file => {
        await disk.database.transaction(writes => file.store(writes, clock() - 2 * 86_400_000));
        sha256s.push(file.sha256);
      });
    ({ file: backup } = await backUp(disk, 'disk'));
  });
  after(async () => {
    for (const cleanUp of cleanups) await cleanUp();
    await rm(directory, { recursive: true });
  });

  it('have the same digests after a move from disk to PostgreSQL and back', async () => {
    const postgres = await openDesk('postgres');
    assert.deepEqual((await restore(postgres, backup)).files, { files: 5, missing: 0, damaged: 0 });
    await expectFiles(postgres, 'database');
    const { file } = await backUp(postgres, 'postgres');
    const back = await openDesk('sqlite');
    await restore(back, file);
    await expectFiles(back, 'disk');
  });

  /** Backs up a desk, and runs `change` on it after the snapshot was taken. */
  const backUpDuring = ({ database, ...desk }: Desk, name: string, change: () => Promise<unknown>) => {
    const snapshot: Database['snapshot'] = work =>
      database.snapshot(async from => {
        await from.selectFrom('stored_files').select('sha256').execute();
        await change();
        return work(from);
      });
    return backUp({ ...desk, database: { ...database, snapshot } }, name);
  };

  for (const engine of ['sqlite', 'postgres'] as const)
    it(`are complete if they are moved in either direction during a backup of ${engine}`, async () => {
      const desk = await openDesk(engine);
      await restore(desk, backup);
      for (const to of [engine === 'sqlite' ? 'database' : 'disk', desk.files.driver] as const) {
        const move = () => moveFiles(desk.database, desk.files, { to, onProgress });
        const { file, result } = await backUpDuring(desk, `${engine}-${to}`, move);
        assert.deepEqual(result.files, { files: 5, missing: 0, damaged: 0 });
        const restored = await openDesk('sqlite');
        await restore(restored, file);
        await expectFiles(restored, 'disk');
      }
    });

  it('are discarded with the backup if its process was suspended for more than a minute', async () => {
    const endLeases = () =>
      disk.database.transaction(writes => writes.updateTable('jobs').set({ lease_until: 0 }).execute());
    await assert.rejects(backUpDuring(disk, 'suspended', endLeases), /suspended for more than a minute.* run it again/);
    assert.equal(existsSync(join(directory, 'suspended')), false);
  });

  it('can be left out; a restored desk does not serve them, and stores them when they arrive again', async () => {
    const { file, result } = await backUp(disk, 'without', false);
    assert.equal(result.files, null);
    const restored = await openDesk('sqlite');
    assert.deepEqual((await restore(restored, file)).files, { files: 0, missing: 5, damaged: 0 });
    const { database, files } = restored;
    await assert.rejects(files.get(sha256s[3] ?? ''), OmittedFileError);
    assert.deepEqual((await runChecks(database, [...checks, ...createByteChecks(files, { all: true })])).findings, []);
    for (const bytes of contents)
      await files.put(Readable.from([bytes]), { maxBytes: 4_000_000 }, each =>
        database.transaction(writes => each.store(writes, clock())),
      );
    await expectFiles(restored, 'disk');
  });

  it('can be left out and copied as a folder; the restored desk finds the undamaged files', async () => {
    const { file } = await backUp(disk, 'copied', false);
    const restored = await openDesk('sqlite');
    await restore(restored, file);
    const { database, files, dataDir } = restored;
    await cp(join(disk.dataDir, 'files'), join(dataDir, 'files'), { recursive: true });
    const getPath = (sha256 = '') => join(dataDir, 'files', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
    await truncate(getPath(sha256s[3]), 600_000);
    await writeFile(getPath(sha256s[4]), Buffer.alloc(3_000_000));
    // A time at which unreferenced files are not collected yet.
    const now = clock() - 2 * 86_400_000;
    const collect = () => collectFiles({ database, files, now, signal: new AbortController().signal });
    await collect();
    const has = () => Promise.all(sha256s.map(sha256 => files.has(sha256)));
    assert.deepEqual(await has(), [true, true, true, false, false]);
    assert.deepEqual((await runChecks(database, [...checks, ...createByteChecks(files, { all: true })])).findings, []);
    for (const sha256 of sha256s.slice(3))
      await copyFile(join(disk.dataDir, getPath(sha256).slice(dataDir.length)), getPath(sha256));
    await collect();
    await expectFiles(restored, 'disk');
  });

  it('fail the restore if they are damaged in the backup; the store stays empty', async () => {
    const { file } = await backUp(disk, 'damaged');
    const damaged = new DatabaseSync(file);
    damaged.exec('update file_chunks set data = zeroblob(length(data)) where position = 1');
    damaged.close();
    const restored = await openDesk('sqlite');
    await assert.rejects(restore(restored, file), /is damaged\. Files that are incomplete or changed: 2\./);
    assert.deepEqual(await restored.database.read.selectFrom('stored_files').select('sha256').execute(), []);
  });

  it('are deleted by the collect_files job only after the backup', async () => {
    const { database, files } = disk;
    const collect = async () => {
      await addJob(database, 'collect_files', { key: 'asked' });
      return runDueJobs({ database, handlers: [createCollectFiles(files)], clock });
    };
    let collecting: Promise<string[]> | undefined;
    const onRow = () => {
      collecting ??= collect();
    };
    const file = join(directory, 'held');
    const { files: copied } = await makeBackup(database, { file, files, force: false, clock, onProgress: onRow });
    assert.deepEqual(await collecting, ['collect_files postponed', 'collect_files postponed']);
    assert.deepEqual([copied?.files, await files.has(sha256s[3] ?? '')], [5, true]);
    await database.transaction(writes => writes.deleteFrom('jobs').execute());
    assert.deepEqual(await collect(), ['collect_files finished', 'collect_files finished']);
    assert.equal(await files.has(sha256s[3] ?? ''), false);
  });
});
