import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import { releaseBytes } from '#server/release-bytes';
import { checks } from '../check/checks.ts';
import { createByteChecks } from '../check/files.ts';
import { runChecks } from '../check/run-checks.ts';
import { incrementCounter, readCounter } from '../database/counters.ts';
import type { Database, WriteTransaction } from '../database/database.ts';
import { findStoreOutage } from '../database/outage.ts';
import { createMailStore } from '../mails/store.ts';
import { forEachEngine } from '../testing/engines.ts';
import { collectFiles } from './collect-files.ts';
import { type FileDriver, FileTooLargeError, fileDrivers, MissingFileError } from './driver.ts';
import type { Files, NewFile } from './files.ts';
import { moveFiles } from './move-files.ts';
import { type BeforeStep, createFaultyFiles, createKill } from './testing/faulty-disk.ts';

const day = 86_400_000;
const now = 10 * day;
const limits = { maxBytes: 4_000_000 };
const proceed: BeforeStep = async () => {};
const mails = createMailStore();

/** Creates bytes whose groups of 4 all differ. */
const createBytes = (size: number, seed = 0): Buffer => {
  const words = Uint32Array.from({ length: Math.ceil(size / 4) }, (_, index) => Math.imul(index + seed, 2_654_435_761));
  return Buffer.from(words.buffer).subarray(0, size);
};

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Splits bytes into parts whose memory is released like that of an upload. */
async function* split(bytes: Buffer, parts = 3): AsyncGenerator<Uint8Array> {
  const size = Math.ceil(bytes.length / parts) || 1;
  for (let at = 0; at < bytes.length; at += size) {
    const part = Uint8Array.from(bytes.subarray(at, at + size));
    yield part;
    releaseBytes(part);
  }
}

/** Inserts a row that refers to a file. */
const addReference = async (writes: WriteTransaction, { sha256, size }: NewFile): Promise<void> => {
  if ((await mails.findByHash(writes, 'b-1', sha256)) !== null) return;
  const envelope = { from: null, to: null };
  await mails.insert(writes, { mailboxId: 'b-1', envelope, size, sha256 }, now);
};

forEachEngine(database => {
  let dataDir: string;
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stardesk-files-'));
  });
  after(() => rm(dataDir, { recursive: true }));
  beforeEach(() =>
    database().transaction(async writes => {
      await writes.deleteFrom('mails').execute();
    }),
  );

  for (const driver of fileDrivers) {
    const opened: FileHandle[] = [];
    const open = (beforeStep = proceed): Files => createFaultyFiles(database(), dataDir, driver, beforeStep, opened);
    /** Closes the files that a killed process would have closed. */
    const closeAll = async () => {
      for (const handle of opened.splice(0)) await handle.close().catch(() => {});
    };
    const store = (bytes: Buffer, files = open(), refer = addReference, at = now): Promise<string> =>
      files.put(split(bytes), limits, async file => {
        await database().transaction(async writes => {
          await file.store(writes, at);
          await refer(writes, file);
        });
        return file.sha256;
      });
    const storeUnused = (bytes: Buffer) => store(bytes, open(), async () => {});
    const collect = (at: number) =>
      collectFiles({ database: database(), files: open(), now: at, signal: new AbortController().signal });
    /** All stored names, temporary files and chunks. */
    const list = async () => {
      const { read } = database();
      const rows = await read.selectFrom('stored_files').select('sha256').execute();
      const chunks = await read.selectFrom('file_chunks').select('sha256').groupBy('sha256').execute();
      const entries = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(() => []);
      return {
        rows: rows.map(({ sha256 }) => sha256),
        bytes: [...chunks.map(({ sha256 }) => sha256), ...entries.filter(each => each.isFile()).map(each => each.name)],
      };
    };
    const findProblems = async () => {
      const found = await runChecks(database(), [...checks, ...createByteChecks(open(), { all: true })]);
      return found.findings.filter(({ check }) => check.startsWith('file')).map(({ sentence }) => sentence);
    };
    /** Deletes all references, collects the files, and expects that nothing is left. */
    const deleteAndExpectNothing = async () => {
      await database().transaction(writes => writes.deleteFrom('mails').execute());
      // Bytes without a row are collected a day after they are found.
      for (const at of [now + 2 * day, Date.now() + 2 * day, Date.now() + 4 * day]) await collect(at);
      assert.deepEqual(await list(), { rows: [], bytes: [] });
      assert.equal(await readCounter(database().read, 'files.bytes'), 0);
    };
    const read = async (files: Files, sha256: string, start: number, end: number): Promise<Buffer> => {
      const parts: Uint8Array[] = [];
      for await (const chunk of (await files.get(sha256, { start, end })).chunks) parts.push(chunk);
      return Buffer.concat(parts);
    };

    describe(`a file stored by the ${driver} driver`, () => {
      after(deleteAndExpectNothing);

      it('has the bytes that were written, however they arrived, and every range of them', () =>
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

      it('leaves nothing if it is too large, or if its bytes end with an error', async () => {
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

      it('survives a collection of the same bytes while it is stored', async () => {
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
            (await database().read.selectFrom('mails').select('id').where('sha256', '=', hashOf(bytes)).execute())
              .length > 0;
          if (isStored) assert.ok((await open().read(hashOf(bytes))).equals(bytes));
          await store(bytes);
          assert.ok((await open().read(hashOf(bytes))).equals(bytes));
          hashes.add(hashOf(bytes));
        }
        assert.ok(hashes.size > (driver === 'disk' ? 12 : 1), `${hashes.size} steps`);
        await deleteAndExpectNothing();
      });

      it('is reported if it is damaged or truncated; a truncated file is not served, and the same bytes repair it', async () => {
        const bytes = createBytes(700_000, 4);
        const sha256 = await store(bytes);
        const path = join(dataDir, 'files', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
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
        assert.deepEqual(await findProblems(), [`File ${sha256}: it lacks bytes.`]);
        await assert.rejects(open().read(sha256), MissingFileError);
        await store(bytes);
        assert.ok((await open().read(sha256)).equals(bytes));
        assert.deepEqual(await findProblems(), []);
      });

      it('is repaired by the same bytes after a collection has added a row for a truncated file', async () => {
        await deleteAndExpectNothing();
        const bytes = createBytes(700_000, 9);
        const sha256 = await storeUnused(bytes);
        await database().transaction(async writes => {
          await writes.deleteFrom('stored_files').where('sha256', '=', sha256).execute();
          await incrementCounter(writes, 'files.bytes', -bytes.length);
        });
        const path = join(dataDir, 'files', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
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
  }

  describe('a disk', () => {
    const failAt =
      (at: string, code: string): BeforeStep =>
      async step => {
        if (step === at) throw Object.assign(new Error(`${code}: ${at}`), { code });
      };
    const put = (beforeStep: BeforeStep) =>
      createFaultyFiles(database(), dataDir, 'disk', beforeStep).put(split(createBytes(500_000, 6)), limits, file =>
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
      for (const path of [`${dataDir}/files/../../${basename(dataDir)}`, `./${relative(process.cwd(), dataDir)}`]) {
        const files = createFaultyFiles(database(), path, 'disk', proceed);
        await files.put(split(bytes), limits, file => database().transaction(writes => file.store(writes, now)));
        assert.ok((await files.read(hashOf(bytes))).equals(bytes));
      }
    });

    it('delays no writer of the store while it is slow', async () => {
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
