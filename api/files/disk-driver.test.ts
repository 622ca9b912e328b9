import assert from 'node:assert/strict';
import { basename, relative } from 'node:path';
import { describe, it } from 'node:test';
import { findStoreOutage } from '../database/outage.ts';
import { forEachEngine } from '../testing/engines.ts';
import { type BeforeStep, createFaultyFiles } from './testing/faulty-disk.ts';
import { createBytes, createDataDir, hashOf, limits, now, proceed, split } from './testing/stored-files.ts';

forEachEngine(database => {
  const dataDir = createDataDir();

  describe('a disk', () => {
    const failAt =
      (at: string, code: string): BeforeStep =>
      async step => {
        if (step === at) throw Object.assign(new Error(`${code}: ${at}`), { code });
      };
    const put = (beforeStep: BeforeStep) =>
      createFaultyFiles(database(), dataDir(), 'disk', beforeStep).put(split(createBytes(500_000, 6)), limits, file =>
        database().transaction(writes => file.store(writes, now)),
      );

    it('causes an outage while it is full, read-only or failing, and then stores the same bytes', async () => {
      for (const [step, code, outage] of [
        ['writeFile', 'ENOSPC', 'full'],
        ['sync', 'EDQUOT', 'full'],
        ['mkdir', 'EROFS', 'read_only'],
        ['link', 'EACCES', 'read_only'],
        ['open', 'EIO', 'failing'],
      ] as const) {
        const error = await put(failAt(step, code)).then(
          () => null,
          (failure: unknown) => failure,
        );
        assert.equal(findStoreOutage(error), outage, code);
      }
      await put(proceed);
    });

    it('stores files in a DATA_DIR that contains ".."', { timeout: 20_000 }, async () => {
      const bytes = createBytes(1000, 7);
      const dir = dataDir();
      for (const path of [`${dir}/files/../../${basename(dir)}`, `./${relative(process.cwd(), dir)}`]) {
        const files = createFaultyFiles(database(), path, 'disk', proceed);
        await files.put(split(bytes), limits, file => database().transaction(writes => file.store(writes, now)));
        assert.ok((await files.read(hashOf(bytes))).equals(bytes));
      }
    });

    it('delays no database transaction while a file is written slowly', async () => {
      const [isWriting, mayWrite] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const slow = put(async step => {
        if (step !== 'writeFile') return;
        isWriting.resolve();
        await mayWrite.promise;
      });
      await isWriting.promise;
      await database().transaction(writes => writes.deleteFrom('mails').execute());
      mayWrite.resolve();
      await slow;
    });
  });
});
