import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Database } from '../database/database.ts';
import { moveFiles } from './move-files.ts';
import { createKill } from './testing/faulty-disk.ts';
import { createBytes, forEachFileDriver } from './testing/stored-files.ts';

forEachFileDriver(({ database, driver, open, store, closeAll, findProblems, deleteAndExpectNothing }) => {
  it('can be read while all files are moved, and after a move that was killed', async () => {
    const bytes = createBytes(2_000_000, 5);
    const sha256 = await store(bytes);
    const to = driver === 'disk' ? 'database' : 'disk';
    const { chunks } = await open().get(sha256);
    const parts: Uint8Array[] = [];
    for await (const chunk of chunks) {
      if (parts.length === 0) await moveFiles(database(), open(), { to, onProgress() {} });
      parts.push(chunk);
    }
    assert.ok(Buffer.concat(parts).equals(bytes));
    assert.ok((await open().read(sha256)).equals(bytes));
    assert.equal((await open().find(sha256))?.location, to);
    for (let [step, isKilled] = [0, true]; isKilled; step += 2) {
      const kill = createKill(step);
      const files = open(kill.beforeStep);
      const moving = moveFiles(
        {
          ...database(),
          transaction: work => database().transaction(writes => kill.inTransaction(() => work(writes))),
        },
        files,
        { to: driver, onProgress() {} },
      );
      isKilled = (await Promise.race([kill.killed, moving.then(() => false)]).catch(() => true)) === true;
      await closeAll();
      assert.ok((await open().read(sha256)).equals(bytes));
      assert.deepEqual(await findProblems(), []);
    }
    await moveFiles(database(), open(), { to: driver, onProgress() {} });
    assert.equal((await open().find(sha256))?.location, driver);
    await deleteAndExpectNothing();
  });

  it('keeps its bytes if moves in both directions overlap', async () => {
    const bytes = createBytes(500_000, 8);
    const sha256 = await store(bytes);
    const [from, to] = driver === 'disk' ? (['disk', 'database'] as const) : (['database', 'disk'] as const);
    let transactions = 0;
    const slow: Database = {
      ...database(),
      async transaction(work) {
        // The first transaction sets the new location, the second transaction deletes the old bytes.
        if (++transactions === 2) await moveFiles(database(), open(), { to: from, onProgress() {} });
        return database().transaction(work);
      },
    };
    await moveFiles(slow, open(), { to, onProgress() {} });
    assert.equal((await open().find(sha256))?.location, from);
    assert.ok((await open().read(sha256)).equals(bytes));
    await deleteAndExpectNothing();
  });
});
