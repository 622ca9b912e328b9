import { createHash, randomBytes } from 'node:crypto';
import type { Database, Queries, WriteTransaction } from './database.ts';

const chunkBytes = 256 * 1024;

/** Written in one transaction, so that no writer waits long. */
const chunksPerTransaction = 4;

/** A file that is written, except for its last chunks. */
export type FileWriter = {
  /** Hex. Known when all bytes are written. */
  sha256: string;
  size: number;
  /** Stores the last chunks and completes the file in the transaction that refers to it. @returns its id */
  complete(writes: WriteTransaction): Promise<string>;
  /** Deletes its chunks. */
  discard(): Promise<void>;
};

/**
 * Stores the chunks of a file, 1 MB at a time, except for the last ones. If the process ends before `complete`, the sweep
 * deletes the rest.
 * @throws FileTooLargeError
 */
export const writeFile = async (
  database: Pick<Database, 'transaction'>,
  bytes: AsyncIterable<Uint8Array>,
  { maxBytes, now }: { maxBytes: number; now: number },
): Promise<FileWriter> => {
  const id = randomBytes(16).toString('hex');
  const hash = createHash('sha256');
  const pending: Buffer[] = [];
  let [size, stored] = [0, 0];
  const discard = async () => {
    if (stored > 0) await database.transaction(writes => deleteFile(writes, id));
  };
  const flush = async (writes: WriteTransaction) => {
    if (stored === 0) await insertFile(writes, id, now);
    for (const [index, data] of pending.entries())
      await writes
        .insertInto('file_chunks')
        .values({ file_id: id, position: stored + index, data })
        .execute();
  };
  try {
    for await (const chunk of splitIntoChunks(bytes)) {
      size += chunk.length;
      if (size > maxBytes) throw new FileTooLargeError();
      hash.update(chunk);
      if (pending.length === chunksPerTransaction) {
        await database.transaction(flush);
        stored += pending.splice(0).length;
      }
      pending.push(chunk);
    }
  } catch (error) {
    await discard();
    throw error;
  }
  return {
    sha256: hash.digest('hex'),
    size,
    discard,
    async complete(writes) {
      await flush(writes);
      const { numUpdatedRows } = await writes
        .updateTable('stored_files')
        .set({ size, complete: 1 })
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows !== 1n) throw new Error('The sweep has deleted a file that was still being written.');
      return id;
    },
  };
};

/** The file is larger than allowed. */
export class FileTooLargeError extends Error {}

/** Collects bytes to chunks of one size; the last one is smaller. */
async function* splitIntoChunks(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = [];
  let length = 0;
  for await (let part of bytes) {
    while (length + part.length >= chunkBytes) {
      const fitting = chunkBytes - length;
      yield Buffer.concat([...parts, part.subarray(0, fitting)]);
      part = part.subarray(fitting);
      [parts, length] = [[], 0];
    }
    if (part.length > 0) parts.push(part);
    length += part.length;
  }
  if (length > 0) yield Buffer.concat(parts);
}

const insertFile = (writes: WriteTransaction, id: string, now: number) =>
  writes.insertInto('stored_files').values({ id, size: 0, complete: 0, created_at: now }).execute();

/** A file that is read chunk by chunk, so that other requests run in between. */
type StoredFile = { size: number; chunks: AsyncIterable<Uint8Array> };

/** Opens a complete file. */
export const openFile = async (queries: Queries, id: string): Promise<StoredFile> => {
  const file = await queries
    .selectFrom('stored_files')
    .select('size')
    .where('id', '=', id)
    .where('complete', '=', 1)
    .executeTakeFirst();
  if (file === undefined) throw new Error(`The stored file ${id} is missing.`);
  return { size: file.size, chunks: readChunks(queries, id, file.size) };
};

async function* readChunks(queries: Queries, id: string, size: number): AsyncGenerator<Uint8Array> {
  for (let position = 0, offset = 0; offset < size; position++) {
    const chunk = await queries
      .selectFrom('file_chunks')
      .select('data')
      .where('file_id', '=', id)
      .where('position', '=', position)
      .executeTakeFirst();
    if (chunk === undefined) throw new Error(`The stored file ${id} lacks chunk ${position}.`);
    offset += chunk.data.length;
    yield chunk.data;
  }
}

/** Reads a complete file at once. */
export const readFile = async (queries: Queries, id: string): Promise<Buffer> => {
  const { size, chunks } = await openFile(queries, id);
  const bytes = Buffer.alloc(size);
  let offset = 0;
  for await (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
};

/** Deletes a file; its chunks follow. */
export const deleteFile = async (writes: WriteTransaction, id: string): Promise<void> => {
  await writes.deleteFrom('stored_files').where('id', '=', id).execute();
};

/** Files that are incomplete for longer belong to a process that ended. */
const abandonedMilliseconds = 24 * 3_600_000;

/** Deletes files whose writer ended before they were complete. */
export const deleteAbandonedFiles = async (database: Database, now: number): Promise<void> => {
  const files = await database.read
    .selectFrom('stored_files')
    .select('id')
    .where('complete', '=', 0)
    .where('created_at', '<', now - abandonedMilliseconds)
    .execute();
  for (const { id } of files) {
    await database.transaction(writes =>
      writes.deleteFrom('stored_files').where('id', '=', id).where('complete', '=', 0).execute(),
    );
  }
};
