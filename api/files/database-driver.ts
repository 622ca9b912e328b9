import { randomBytes } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import { releaseBytes } from '#server/release-bytes';
import type { Database, Queries, WriteTransaction } from '../database/database.ts';
import { encodeLocation, type FileDriver, MissingFileError } from './driver.ts';
import { readChunk } from './read-chunk.ts';

export const chunkBytes = 256 * 1024;

const uploadPrefix = 'upload-';

/** Matches the rows of files, but not of unfinished or abandoned uploads. */
export const isCompleteFile = sql<SqlBool>`sha256 not like ${sql.lit(`${uploadPrefix}%`)}`;

/** A small number, so that no writer waits long and an upload needs little memory. */
const chunksPerTransaction = 2;

/** The number of files that one statement lists. */
const pageSize = 500;

/**
 * Stores files in rows of 256 KiB. A file larger than 512 KiB is first stored under a temporary name. Nothing refers to
 * the temporary file: if the process ends, the file is collected like any unused file.
 */
export const createDatabaseDriver = ({ read, transaction }: Pick<Database, 'read' | 'transaction'>): FileDriver => ({
  async stage(bytes) {
    // As long as a digest, so that SQLite renames chunks in place.
    const upload = `${uploadPrefix}${randomBytes(29).toString('hex')}`.slice(0, 64);
    const pending: Buffer[] = [];
    let stored = 0;
    const discard = async () => {
      if (stored === 0) return;
      await transaction(writes => writes.deleteFrom('stored_files').where('sha256', '=', upload).execute());
    };
    try {
      for await (const chunk of splitIntoChunks(bytes)) {
        if (pending.length === chunksPerTransaction) {
          await transaction(async writes => {
            if (stored === 0) await insertUpload(writes, upload);
            await insertChunks(writes, upload, stored, pending);
          });
          stored += pending.length;
          for (const each of pending.splice(0)) releaseBytes(each);
        }
        pending.push(chunk);
      }
    } catch (error) {
      await discard().catch(() => {});
      throw error;
    }
    return {
      discard,
      async publish(writes) {
        const { sha256, size } = bytes;
        if ((await getSize(writes, sha256)) !== size) {
          await deleteChunks(writes, sha256);
          if (stored > 0) await renameUpload(writes, { upload, sha256, chunks: stored });
          await insertChunks(writes, sha256, stored, pending);
        }
        if (stored > 0) await writes.deleteFrom('stored_files').where('sha256', '=', upload).execute();
      },
    };
  },

  getSize,

  async *read({ sha256, size }, { start, end }) {
    const load = async (position: number): Promise<Uint8Array> => {
      const chunk = await readChunk(read, sha256, position);
      if (chunk?.length === Math.min(chunkBytes, size - position * chunkBytes)) return chunk;
      throw new MissingFileError(`The file ${sha256} lacks chunk ${position} in the database.`);
    };
    const last = Math.floor(end / chunkBytes);
    const first = Math.floor(start / chunkBytes);
    let loading = end < start ? null : load(first);
    for (let position = first; loading !== null; position++) {
      const data: Uint8Array = await loading;
      // The next chunk is loaded while this chunk is sent.
      loading = position < last ? load(position + 1) : null;
      loading?.catch(() => {});
      const offset = position * chunkBytes;
      yield data.subarray(Math.max(0, start - offset), end + 1 - offset);
    }
  },

  remove: deleteChunks,

  async *list() {
    for (let last: string | undefined = ''; last !== undefined; ) {
      const page: { sha256: string; firstChunk: number | null }[] = await read
        .selectFrom('stored_files')
        .leftJoin('file_chunks', join =>
          join.onRef('file_chunks.sha256', '=', 'stored_files.sha256').on('position', '=', 0),
        )
        .select(['stored_files.sha256', 'file_chunks.position as firstChunk'])
        .where('stored_files.sha256', '>', last)
        .orderBy('stored_files.sha256')
        .limit(pageSize)
        .execute();
      yield page.filter(({ firstChunk }) => firstChunk !== null).map(({ sha256 }) => sha256);
      last = page.at(-1)?.sha256;
    }
  },

  // Abandoned uploads have rows, so they are collected like unused files.
  async removeAbandoned() {},
});

const getSize = async (queries: Queries, sha256: string): Promise<number | null> => {
  const { size } = await queries
    .selectFrom('file_chunks')
    .select(({ fn }) => fn.sum<number | string | null>(fn<number>('length', ['data'])).as('size'))
    .where('sha256', '=', sha256)
    .executeTakeFirstOrThrow();
  return size === null ? null : Number(size);
};

/** Splits bytes into chunks of `chunkBytes`. The last chunk may be smaller, and an empty file has one empty chunk. */
async function* splitIntoChunks(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let chunk = Buffer.allocUnsafeSlow(chunkBytes);
  let [length, chunks] = [0, 0];
  for await (const part of bytes) {
    for (let offset = 0; offset < part.length; ) {
      const fitting = part.subarray(offset, offset + chunkBytes - length);
      chunk.set(fitting, length);
      offset += fitting.length;
      length += fitting.length;
      if (length < chunkBytes) continue;
      yield chunk;
      chunks++;
      [chunk, length] = [Buffer.allocUnsafeSlow(chunkBytes), 0];
    }
  }
  if (length > 0 || chunks === 0) yield Buffer.from(chunk.subarray(0, length));
  releaseBytes(chunk);
}

/** Inserts the row of a temporary file. If the upload is abandoned, the file is collected a day after `used_at`. */
const insertUpload = (writes: WriteTransaction, upload: string) =>
  writes
    .insertInto('stored_files')
    .values({ sha256: upload, size: 0, used_at: Date.now(), location: encodeLocation('database') })
    .execute();

const insertChunks = async (
  writes: WriteTransaction,
  sha256: string,
  first: number,
  chunks: readonly Buffer[],
): Promise<void> => {
  for (const [index, data] of chunks.entries())
    await writes
      .insertInto('file_chunks')
      .values({ sha256, position: first + index, data })
      .execute();
};

const deleteChunks = async (writes: WriteTransaction, sha256: string): Promise<void> => {
  await writes.deleteFrom('file_chunks').where('sha256', '=', sha256).execute();
};

const renameUpload = async (
  writes: WriteTransaction,
  { upload, sha256, chunks }: { upload: string; sha256: string; chunks: number },
): Promise<void> => {
  const { numUpdatedRows } = await writes
    .updateTable('file_chunks')
    .set({ sha256 })
    .where('sha256', '=', upload)
    .executeTakeFirstOrThrow();
  if (Number(numUpdatedRows) !== chunks) throw new MissingFileError('An upload was deleted before it was complete.');
};
