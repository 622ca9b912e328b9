import assert from 'node:assert/strict';
import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { createByteChecks } from '../check/files.ts';
import { runChecks } from '../check/run-checks.ts';
import { incrementCounter, readCounter } from '../database/counters.ts';
import { type FileDriver, MissingFileError } from './driver.ts';
import type { Files } from './files.ts';
import { moveFiles } from './move-files.ts';
import { createBytes, day, forEachFileDriver, now } from './testing/stored-files.ts';

forEachFileDriver(steps => {
  const { database, dataDir, driver, open, collect } = steps;
  const { store, storeUnused, findProblems, deleteAndExpectNothing } = steps;

  it('is reported if it is damaged or truncated; a truncated file is not served, and the same bytes repair it', async () => {
    const bytes = createBytes(700_000, 4);
    const sha256 = await store(bytes);
    const path = join(dataDir(), 'files', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
    const change = (data: Buffer) =>
      database().transaction(writes =>
        writes
          .updateTable('file_chunks')
          .set({ data })
          .where('sha256', '=', sha256)
          .where('position', '=', 2)
          .execute(),
      );
    const damaged = Buffer.from(bytes);
    damaged.writeUInt8(255 - damaged.readUInt8(699_999), 699_999);
    if (driver === 'disk') await writeFile(path, damaged);
    else await change(damaged.subarray(2 * 262_144));
    assert.deepEqual(await findProblems(), [`File ${sha256}: it does not match its digest.`]);
    if (driver === 'disk') await truncate(path, 600_000);
    else await change(bytes.subarray(2 * 262_144, 600_000));
    assert.deepEqual(await findProblems(), [`File ${sha256}: it has a different size than its row.`]);
    await assert.rejects(open().read(sha256), MissingFileError);
    await store(bytes);
    assert.ok((await open().read(sha256)).equals(bytes));
    assert.deepEqual(await findProblems(), []);
  });

  it('is repaired by the same bytes, even if it is truncated and a collection has added its row', async () => {
    await deleteAndExpectNothing();
    const bytes = createBytes(700_000, 9);
    const sha256 = await storeUnused(bytes);
    await database().transaction(async writes => {
      await writes.deleteFrom('stored_files').where('sha256', '=', sha256).execute();
      await incrementCounter(writes, 'files.bytes', -bytes.length);
    });
    const path = join(dataDir(), 'files', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes.subarray(0, 600_000));
    await collect(now);
    assert.equal((await open().get(sha256)).size, 600_000);
    await store(bytes);
    assert.ok((await open().read(sha256)).equals(bytes));
    assert.equal(await readCounter(database().read, 'files.bytes'), bytes.length);
    assert.deepEqual(await findProblems(), []);
    await deleteAndExpectNothing();
  });

  it('is read by every sampling check of a desk with fewer than 50 files', async () => {
    await deleteAndExpectNothing();
    const sha256s = await Promise.all([20, 21, 22, 23].map(seed => store(createBytes(1000, seed))));
    for (let run = 0; run < 10; run++) {
      const read: string[] = [];
      const files = open();
      const get: Files['get'] = (sha256, ...range) => {
        read.push(sha256);
        return files.get(sha256, ...range);
      };
      await runChecks(database(), createByteChecks({ ...files, get }, { all: false }));
      assert.deepEqual(read.sort(), sha256s.toSorted());
    }
  });

  it('is not reported if it is moved or deleted during a check', async () => {
    const to = driver === 'disk' ? 'database' : 'disk';
    const move = () => moveFiles(database(), open(), { to, onProgress() {} });
    for (const [index, change] of [move, () => collect(now + 2 * day)].entries()) {
      await storeUnused(createBytes(300_000, 11 + index));
      const files = open();
      const { [driver]: checked } = files.drivers;
      const getSize: FileDriver['getSize'] = async (...args) => {
        await change();
        return checked.getSize(...args);
      };
      const changing = { ...files, drivers: { ...files.drivers, [driver]: { ...checked, getSize } } };
      const { findings } = await runChecks(database(), createByteChecks(changing, { all: true }));
      assert.deepEqual(findings, []);
    }
  });
});
