import { createHash, randomFillSync } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { makeBackup } from '../../../api/backup/make-backup.ts';
import { restoreBackup } from '../../../api/backup/restore-backup.ts';
import type { Database } from '../../../api/database/database.ts';
import { collectFiles } from '../../../api/files/collect-files.ts';
import type { FileDriverName } from '../../../api/files/driver.ts';
import { type Files, openFiles } from '../../../api/files/files.ts';
import { openStore } from '../../../api/testing/engines.ts';
import { commitToDisk } from '../../../api/testing/postgres.ts';
import { testSecretKeys } from '../../../api/testing/secret-keys.ts';

export type Engine = Database['engine'];

/** A store that commits to the disk, with its files. */
export type FileDesk = { database: Database; files: Files; dataDir: string; remove(): Promise<void> };

export const fileBytes = 25_000_000;
const partBytes = 64 * 1024;
const clock = Date.now;
const onProgress = () => undefined;

export const openFileDesk = async (engine: Engine, fileDriver: FileDriverName): Promise<FileDesk> => {
  const { database, openAgain, environment, remove } = await openStore(engine, true);
  await database.close();
  if (environment.DATABASE_URL !== undefined) await commitToDisk(environment.DATABASE_URL);
  const dataDir = await mkdtemp(join(tmpdir(), 'stardesk-bench-'));
  const opened = openAgain();
  return {
    ...{ database: opened, dataDir, files: openFiles(opened, { dataDir, fileDriver }) },
    async remove() {
      await opened.close();
      await remove();
      await rm(dataDir, { recursive: true });
    },
  };
};

/** Creates a file with unique content. */
const createFile = (size: number): Buffer => randomFillSync(Buffer.alloc(size));

const split = (bytes: Buffer): Readable =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / partBytes) }, (_, part) =>
      bytes.subarray(part * partBytes, (part + 1) * partBytes),
    ),
  );

const store = ({ database, files }: FileDesk, bytes: Buffer): Promise<string> =>
  files.put(split(bytes), { maxBytes: fileBytes }, async file => {
    await database.transaction(writes => file.store(writes, clock()));
    return file.sha256;
  });

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const time = async <T>(work: () => Promise<T>): Promise<[milliseconds: number, result: T]> => {
  const start = performance.now();
  const result = await work();
  return [performance.now() - start, result];
};

const readAll = async (chunks: AsyncIterable<Uint8Array>): Promise<void> => {
  for await (const _ of chunks);
};

/**
 * Milliseconds of each round: `put` and `get` of the store, `write` and `read` of a bare file. `share` is the digest's
 * share of the processor time of a put.
 */
export type Transfers = { put: number[]; get: number[]; write: number[]; read: number[]; share: number };

/** Stores and reads files, and writes and reads bare files that are synced once. */
export const measureTransfers = async (desk: FileDesk, rounds: number): Promise<Transfers> => {
  const measured: Transfers = { put: [], get: [], write: [], read: [], share: 0 };
  let [digests, processor] = [0, 0];
  // The first round only warms up.
  for (let round = 0; round <= rounds; round++) {
    const bytes = createFile(fileBytes);
    const path = join(desk.dataDir, 'bare');
    const [write] = await time(async () => {
      const file = await open(path, 'w');
      await file.writeFile(split(bytes));
      await file.sync();
      await file.close();
    });
    const before = process.cpuUsage();
    const [put, sha256] = await time(() => store(desk, bytes));
    const used = process.cpuUsage(before);
    const hashing = process.cpuUsage();
    createHash('sha256').update(bytes).digest();
    const hashed = process.cpuUsage(hashing);
    // Otherwise the garbage collection of a step's buffers could slow down the next step.
    collectGarbage();
    const [read] = await time(() => readAll(createReadStream(path, { highWaterMark: partBytes * 4 })));
    collectGarbage();
    const [get] = await time(async () => readAll((await desk.files.get(sha256)).chunks));
    if (round === 0) continue;
    digests += hashed.user + hashed.system;
    processor += used.user + used.system;
    for (const [name, value] of Object.entries({ put, get, write, read })) measured[name as 'put'].push(value);
  }
  return { ...measured, share: digests / processor };
};

/** The seconds of the deletion. `longestMilliseconds` is the longest time that it blocked the event loop. */
export type Collection = { seconds: number; longestMilliseconds: number; deleted: number };

/** Deletes the unused files, one in a hundred of `count` old files. */
export const measureCollection = async ({ database, files }: FileDesk, count: number): Promise<Collection> => {
  await addOldFiles(database, count);
  if (database.engine === 'postgres') await sql`analyze`.execute(database.read);
  let [longestMilliseconds, last] = [0, performance.now()];
  let isOver = false;
  const watch = () => {
    const now = performance.now();
    longestMilliseconds = Math.max(longestMilliseconds, now - last);
    last = now;
    if (!isOver) setImmediate(watch);
  };
  setImmediate(watch);
  const signal = new AbortController().signal;
  const [milliseconds] = await time(() => collectFiles({ database, files, now: clock(), signal }));
  isOver = true;
  const { left } = await database.read
    .selectFrom('stored_files')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .executeTakeFirstOrThrow();
  return { seconds: milliseconds / 1000, longestMilliseconds, deleted: count - left };
};

/** Adds rows of files without bytes, and mails that refer to most of them. */
const addOldFiles = (database: Database, count: number): Promise<void> =>
  database.transaction(async writes => {
    const numbers =
      database.engine === 'sqlite'
        ? sql`(with recursive n(n) as (select 1 union all select n + 1 from n where n < ${count}) select n from n)`
        : sql`(select n from generate_series(1, ${sql.lit(count)}) as n)`;
    // Spread evenly, like digests.
    const name =
      database.engine === 'sqlite'
        ? sql`printf('%08x%056x', (n * 2654435761) % 4294967296, n)`
        : sql`lpad(to_hex((n * 2654435761) % 4294967296), 8, '0') || lpad(to_hex(n), 56, '0')`;
    await sql`insert into stored_files (sha256, size, used_at, location) select ${name}, 0, 0, 0 from ${numbers} as n`.execute(
      writes,
    );
    await sql`insert into mails (id, version, created_at, updated_at, mailbox_id, state, size, sha256, file_id, attempts,
        process_as, headers, starts_ticket)
      select cast(n as text), 1, 0, 0, 'b', 3, 0, ${name}, ${name}, 0, 0, '{}', 0 from ${numbers} as n where n % 100 <> 0`.execute(
      writes,
    );
  });

/** The seconds that the backup and the restore of `bytes` take. */
export type Backup = { bytes: number; backup: number; restore: number };

/** Backs up files of 25 MB. Restores them to a desk of the other engine. */
export const measureBackup = async (desk: FileDesk, other: FileDesk, megabytes: number): Promise<Backup> => {
  const count = Math.ceil((megabytes * 1_000_000) / fileBytes);
  for (let file = 0; file < count; file++) await store(desk, createFile(fileBytes));
  const file = join(desk.dataDir, 'backup');
  const options = { clock, onProgress };
  const [backup] = await time(() => makeBackup(desk.database, { ...options, file, files: desk.files, force: false }));
  const [restore, restored] = await time(() =>
    restoreBackup(other.database, { ...options, file, files: other.files, secretKeys: testSecretKeys }),
  );
  if (restored.files.files < count) throw new Error(`${restored.files.files} of ${count} files were restored`);
  return { bytes: count * fileBytes, backup: backup / 1000, restore: restore / 1000 };
};
