import type { Database } from '../../database/database.ts';
import type { Files } from '../../files/files.ts';
import type { StoreFile } from '../parse/mail-parser.ts';

/** Creates the function that stores files of mails. A file to which no row refers is deleted after at least a day. */
export const createStoreFile =
  (files: Files, { transaction }: Pick<Database, 'transaction'>, clock: () => number): StoreFile =>
  ({ size, sha256 }, bytes) =>
    files.put(bytes, { maxBytes: size }, async stored => {
      if (stored.sha256 !== sha256) throw new Error('The bytes from the mail parser do not match their digest.');
      await transaction(writes => stored.store(writes, clock()));
    });
