import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type FileHandle, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe } from 'node:test';
import { releaseBytes } from '#server/release-bytes';
import { checks } from '../../check/checks.ts';
import { createByteChecks } from '../../check/files.ts';
import { runChecks } from '../../check/run-checks.ts';
import { readCounter } from '../../database/counters.ts';
import type { Database, WriteTransaction } from '../../database/database.ts';
import { createMailStore } from '../../mails/store.ts';
import { forEachEngine } from '../../testing/engines.ts';
import { collectFiles } from '../collect-files.ts';
import { type FileDriverName, fileDrivers } from '../driver.ts';
import type { Files, NewFile } from '../files.ts';
import { type BeforeStep, createFaultyFiles } from './faulty-disk.ts';

export const day = 86_400_000;

/** When files are stored, in milliseconds since 1970. */
export const now = 10 * day;

export const limits = { maxBytes: 4_000_000 };

/** Lets every step of a driver succeed. */
export const proceed: BeforeStep = async () => {};

/** Creates bytes in which no aligned group of four bytes repeats. */
export const createBytes = (size: number, seed = 0): Buffer => {
  const words = Uint32Array.from({ length: Math.ceil(size / 4) }, (_, index) => Math.imul(index + seed, 2_654_435_761));
  return Buffer.from(words.buffer).subarray(0, size);
};

/** Returns the SHA-256 of bytes in hexadecimal. */
export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Splits bytes into parts. The memory of a part is released after use, as for an upload. */
export async function* split(bytes: Buffer, parts = 3): AsyncGenerator<Uint8Array> {
  const size = Math.ceil(bytes.length / parts) || 1;
  for (let at = 0; at < bytes.length; at += size) {
    const part = Uint8Array.from(bytes.subarray(at, at + size));
    yield part;
    releaseBytes(part);
  }
}

const mails = createMailStore();

/** Inserts a row that refers to a file. */
export const addReference = async (writes: WriteTransaction, { sha256, size }: NewFile): Promise<void> => {
  if ((await mails.findByHash(writes, 'b-1', sha256)) !== null) return;
  const envelope = { from: null, to: null };
  await mails.insert(writes, { mailboxId: 'b-1', envelope, size, sha256 }, now);
};

/** Creates a DATA_DIR for the tests of a suite. */
export const createDataDir = (): (() => string) => {
  let dataDir: string;
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stardesk-files-'));
  });
  after(() => rm(dataDir, { recursive: true }));
  return () => dataDir;
};

/** Runs a suite once per engine and driver. Expects at the end that a collection deletes every unused file. */
export const forEachFileDriver = (suite: (steps: ReturnType<typeof createFileSteps>) => void): void =>
  forEachEngine(database => {
    const dataDir = createDataDir();
    beforeEach(() =>
      database().transaction(async writes => {
        await writes.deleteFrom('mails').execute();
      }),
    );
    for (const driver of fileDrivers)
      describe(`a file stored by the ${driver} driver`, () => {
        const steps = createFileSteps(database, dataDir, driver);
        after(steps.deleteAndExpectNothing);
        suite(steps);
      });
  });

/** Creates the steps of tests that store files with one driver. */
const createFileSteps = (database: () => Database, dataDir: () => string, driver: FileDriverName) => {
  const opened: FileHandle[] = [];
  const open = (beforeStep = proceed): Files => createFaultyFiles(database(), dataDir(), driver, beforeStep, opened);
  const store = (bytes: Buffer, files = open(), refer = addReference, at = now): Promise<string> =>
    files.put(split(bytes), limits, async file => {
      await database().transaction(async writes => {
        await file.store(writes, at);
        await refer(writes, file);
      });
      return file.sha256;
    });
  const collect = (at: number) =>
    collectFiles({ database: database(), files: open(), now: at, signal: new AbortController().signal });
  /** Lists the rows and the stored bytes, including temporary files. */
  const list = async () => {
    const { read } = database();
    const rows = await read.selectFrom('stored_files').select('sha256').execute();
    const chunks = await read.selectFrom('file_chunks').select('sha256').groupBy('sha256').execute();
    const entries = await readdir(join(dataDir(), 'files'), { recursive: true, withFileTypes: true }).catch(() => []);
    return {
      rows: rows.map(({ sha256 }) => sha256),
      bytes: [...chunks.map(({ sha256 }) => sha256), ...entries.filter(each => each.isFile()).map(each => each.name)],
    };
  };
  return {
    ...{ database, dataDir, driver, open, store, collect, list },
    storeUnused: (bytes: Buffer) => store(bytes, open(), async () => {}),
    /** Closes the files that a killed process would have closed. */
    async closeAll(): Promise<void> {
      for (const handle of opened.splice(0)) await handle.close().catch(() => {});
    },
    async findProblems(): Promise<string[]> {
      const found = await runChecks(database(), [...checks, ...createByteChecks(open(), { all: true })]);
      return found.findings.filter(({ check }) => check.startsWith('file')).map(({ sentence }) => sentence);
    },
    /** Deletes all references, collects the files, and expects that nothing is left. */
    async deleteAndExpectNothing(): Promise<void> {
      await database().transaction(writes => writes.deleteFrom('mails').execute());
      // Bytes without a row are collected a day after they are found.
      for (const at of [now + 2 * day, Date.now() + 2 * day, Date.now() + 4 * day]) await collect(at);
      assert.deepEqual(await list(), { rows: [], bytes: [] });
      assert.equal(await readCounter(database().read, 'files.bytes'), 0);
    },
  };
};
