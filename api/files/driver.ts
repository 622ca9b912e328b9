import { createHash } from 'node:crypto';
import type { Queries, WriteTransaction } from '../database/database.ts';

/**
 * Where the bytes of a file are. `none`: they were left out of the backup that was restored. The column `location`
 * contains the index in this list.
 */
const fileLocations = ['database', 'disk', 'none'] as const;
export type FileLocation = (typeof fileLocations)[number];

export const encodeLocation = (location: FileLocation): number => fileLocations.indexOf(location);

/** Decodes a stored location. An unknown index counts as `none`. */
export const decodeLocation = (index: number): FileLocation => fileLocations[index] ?? 'none';

/** Where the desk can store new files. */
export const fileDrivers = ['disk', 'database'] as const;
export type FileDriverName = (typeof fileDrivers)[number];

/** A file is identified by its SHA-256 in hex. */
export type FileReference = { sha256: string; size: number };

/** The positions of the first and the last byte, counted from 0. An empty range ends before its start. */
export type ByteRange = { start: number; end: number };

/** Stores bytes by their SHA-256. */
export type FileDriver = {
  /**
   * Stores bytes before the transaction that refers to them. Each part is stored or copied before the next part is
   * read, so its memory can then be released.
   * @throws errors from reading the bytes and from the storage
   */
  stage(bytes: MeasuredBytes): Promise<StagedBytes>;
  /**
   * Returns the number of stored bytes; null if the file is not stored. Inside the transaction that locks the file, the
   * size includes the changes of the transaction.
   */
  getSize(queries: Queries, sha256: string): Promise<number | null>;
  /** @throws MissingFileError if a byte of the range is missing */
  read(file: FileReference, range: ByteRange): AsyncGenerator<Uint8Array>;
  /** Deletes bytes in the transaction that locks the file. */
  remove(writes: WriteTransaction, sha256: string): Promise<void>;
  /** Lists the digests of all stored bytes, in groups. The database driver also lists the names of uploads. */
  list(): AsyncGenerator<string[]>;
  /** Deletes temporary bytes that killed processes left before this time, in milliseconds since 1970. */
  removeAbandoned(before: number): Promise<void>;
};

export type StagedBytes = {
  /** Makes the bytes readable, in the transaction that locks the file. Does nothing if they are stored already. */
  publish(writes: WriteTransaction): Promise<void>;
  /** Deletes bytes that `publish` did not use. */
  discard(): Promise<void>;
};

/** The bytes of a file are missing or incomplete. */
export class MissingFileError extends Error {}

/** The bytes of a file were left out of the backup that was restored. */
export class OmittedFileError extends MissingFileError {}

/** The file is larger than allowed. */
export class FileTooLargeError extends Error {}

/** Bytes whose size and digest are known once they have been read. */
export class MeasuredBytes implements AsyncIterable<Uint8Array> {
  size = 0;
  sha256 = '';
  readonly #bytes: AsyncIterable<Uint8Array>;
  readonly #maxBytes: number;

  constructor(bytes: AsyncIterable<Uint8Array>, maxBytes: number) {
    this.#bytes = bytes;
    this.#maxBytes = maxBytes;
  }

  /** Can be iterated once. @throws FileTooLargeError */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    for await (const chunk of this.#bytes) {
      this.size += chunk.length;
      if (this.size > this.#maxBytes) throw new FileTooLargeError();
      hash.update(chunk);
      yield chunk;
    }
    this.sha256 = hash.digest('hex');
  }
}

/** Reads all bytes of a stored file. */
export const readWhole = (driver: FileDriver, file: FileReference): MeasuredBytes =>
  new MeasuredBytes(driver.read(file, { start: 0, end: file.size - 1 }), file.size);
