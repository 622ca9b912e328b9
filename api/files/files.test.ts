import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { readCounter } from '../database/counters.ts';
import { FileTooLargeError } from './driver.ts';
import type { Files } from './files.ts';
import { createKill } from './testing/faulty-disk.ts';
import { addReference, createBytes, forEachFileDriver, hashOf, limits, now, split } from './testing/stored-files.ts';

forEachFileDriver(({ database, driver, open, store, list, closeAll, findProblems, deleteAndExpectNothing }) => {
  const read = async (files: Files, sha256: string, start: number, end: number): Promise<Buffer> => {
    const parts: Uint8Array[] = [];
    for await (const chunk of (await files.get(sha256, { start, end })).chunks) parts.push(chunk);
    return Buffer.concat(parts);
  };

  it('is read back completely and in any range, however the upload was split', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(0, 1, 262_143, 262_144, 262_145, 1_048_577, 2_500_000),
        fc.nat(40),
        fc.nat(2_499_999),
        fc.nat(600_000),
        async (size, parts, first, length) => {
          const bytes = createBytes(size, size);
          const sha256 = await open().put(split(bytes, parts + 1), limits, async file => {
            await database().transaction(writes => file.store(writes, now));
            return file.sha256;
          });
          assert.equal(sha256, hashOf(bytes));
          assert.ok((await open().read(sha256)).equals(bytes));
          if (size === 0) return;
          const start = first % size;
          const end = Math.min(size - 1, start + length);
          assert.ok((await read(open(), sha256, start, end)).equals(bytes.subarray(start, end + 1)));
          assert.ok((await read(open(), sha256, 0, 0)).equals(bytes.subarray(0, 1)));
          assert.ok((await read(open(), sha256, size - 1, size - 1)).equals(bytes.subarray(-1)));
        },
      ),
      { numRuns: 15, seed: 3 },
    ));

  it('is stored once, even if its bytes arrive twice at the same time', async () => {
    await deleteAndExpectNothing();
    const bytes = createBytes(2_000_000);
    const [sha256 = ''] = await Promise.all([store(bytes), store(bytes)]);
    assert.deepEqual(await list(), { rows: [sha256], bytes: [sha256] });
    assert.equal(await readCounter(database().read, 'files.bytes'), bytes.length);
    assert.ok((await open().read(sha256)).equals(bytes));
  });

  it('leaves no row and no bytes if it is too large, or if its upload fails', async () => {
    await deleteAndExpectNothing();
    await assert.rejects(store(Buffer.alloc(limits.maxBytes + 1)), FileTooLargeError);
    const fail = async function* () {
      yield Buffer.alloc(3_000_000);
      throw new Error('aborted');
    };
    await assert.rejects(
      open().put(fail(), limits, async () => {}),
      /aborted/,
    );
    assert.deepEqual(await list(), { rows: [], bytes: [] });
  });

  it('is stored completely or not at all if the process is killed between any two steps', async () => {
    const hashes = new Set<string>();
    for (let [step, isKilled] = [0, true]; isKilled; step++) {
      const kill = createKill(step);
      const files = open(kill.beforeStep);
      const bytes = createBytes(1_500_000, 1000 + step);
      const storing = files.put(split(bytes), limits, file =>
        database().transaction(writes =>
          kill.inTransaction(async () => {
            await file.store(writes, now);
            await addReference(writes, file);
          }),
        ),
      );
      isKilled = (await Promise.race([kill.killed, storing.then(() => false)]).catch(() => true)) === true;
      await closeAll();
      assert.deepEqual(await findProblems(), []);
      const isStored =
        (await database().read.selectFrom('mails').select('id').where('sha256', '=', hashOf(bytes)).execute()).length >
        0;
      if (isStored) assert.ok((await open().read(hashOf(bytes))).equals(bytes));
      await store(bytes);
      assert.ok((await open().read(hashOf(bytes))).equals(bytes));
      hashes.add(hashOf(bytes));
    }
    assert.ok(hashes.size > (driver === 'disk' ? 12 : 1), `${hashes.size} steps`);
    await deleteAndExpectNothing();
  });
});
