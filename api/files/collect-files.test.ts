import assert from 'node:assert/strict';
import { it } from 'node:test';
import { collectFiles } from './collect-files.ts';
import { MissingFileError } from './driver.ts';
import {
  addReference,
  createBytes,
  day,
  forEachFileDriver,
  hashOf,
  limits,
  now,
  split,
} from './testing/stored-files.ts';

forEachFileDriver(({ database, open, store, storeUnused, collect }) => {
  it('is deleted a day after its last use, unless a row refers to it', async () => {
    const [used, unused] = [await store(createBytes(300_000, 1)), await storeUnused(createBytes(300_000, 2))];
    await collect(now + day);
    assert.deepEqual([await open().has(used), await open().has(unused)], [true, true]);
    await collect(now + day + 1);
    assert.deepEqual([await open().has(used), await open().has(unused)], [true, false]);
    await assert.rejects(open().get(unused), MissingFileError);
    await database().transaction(writes => writes.deleteFrom('mails').execute());
    await collect(now + day + 1);
    assert.equal(await open().has(used), false);
  });

  it('is deleted later if a shutdown interrupts the collection', async () => {
    const sha256 = await storeUnused(createBytes(300_000, 10));
    const signal = AbortSignal.abort(new Error('The process is shutting down.'));
    const collecting = collectFiles({ database: database(), files: open(), now: now + 2 * day, signal });
    await assert.rejects(collecting, /shutting down/);
    assert.equal(await open().has(sha256), true);
    await collect(now + 2 * day);
    assert.equal(await open().has(sha256), false);
  });

  it('survives a collection of the same bytes while it is being stored', async () => {
    for (const size of [200_000, 1_500_000]) {
      const bytes = createBytes(size, 3);
      await storeUnused(bytes);
      const later = now + 2 * day;
      await open().put(split(bytes), limits, async file => {
        await collect(later);
        await database().transaction(writes => file.store(writes, later));
      });
      await collect(later);
      assert.ok((await open().read(hashOf(bytes))).equals(bytes));
      // A collection skips files that were stored less than a day ago.
      for (let at = later + 2 * day; at < later + 12 * day; at += 2 * day) {
        const refer = () => store(bytes, open(), addReference, at);
        await Promise.all([collect(at), refer(), collect(at), refer()]);
        assert.ok((await open().read(hashOf(bytes))).equals(bytes));
        await database().transaction(writes => writes.deleteFrom('mails').execute());
      }
    }
  });
});
