import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { forEachEngine } from '../testing/engines.ts';
import { deleteAbandonedFiles, deleteFile, FileTooLargeError, readFile, writeFile } from './stored-files.ts';

const day = 86_400_000;
const limits = { maxBytes: 4_000_000, now: 0 };

forEachEngine(database => {
  const write = (bytes: Buffer, parts = 1, options = limits) => {
    async function* split() {
      const size = Math.ceil(bytes.length / parts) || 1;
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    }
    return writeFile(database(), split(), options);
  };
  const countRows = async () => {
    const { read } = database();
    const files = await read.selectFrom('stored_files').select('id').execute();
    const chunks = await read.selectFrom('file_chunks').select('position').execute();
    return [files.length, chunks.length];
  };

  describe('a stored file', () => {
    it('has the bytes that were written, however they arrived', () =>
      fc.assert(
        fc.asyncProperty(
          fc.constantFrom(0, 1, 262_143, 262_144, 262_145, 1_048_577, 2_500_000),
          fc.nat(40),
          async (size, parts) => {
            const bytes = Buffer.alloc(size, 'The printer smokes. ');
            const file = await write(bytes, parts + 1);
            const id = await database().transaction(writes => file.complete(writes));
            assert.equal(file.size, size);
            assert.ok((await readFile(database().read, id)).equals(bytes));
            await database().transaction(writes => deleteFile(writes, id));
            assert.deepEqual(await countRows(), [0, 0]);
          },
        ),
        { numRuns: 15, seed: 3 },
      ));

    it('leaves nothing if it is too large, or if its bytes end with an error', async () => {
      await assert.rejects(write(Buffer.alloc(4_000_001)), FileTooLargeError);
      async function* fail() {
        yield Buffer.alloc(3_000_000);
        throw new Error('aborted');
      }
      await assert.rejects(writeFile(database(), fail(), limits), /aborted/);
      assert.deepEqual(await countRows(), [0, 0]);
    });

    it('that was never completed is deleted after a day, and can then not be completed', async () => {
      const file = await write(Buffer.alloc(3_000_000));
      await deleteAbandonedFiles(database(), day);
      assert.deepEqual(await countRows(), [1, 8]);
      await deleteAbandonedFiles(database(), day + 1);
      assert.deepEqual(await countRows(), [0, 0]);
      await assert.rejects(database().transaction(writes => file.complete(writes)));
      assert.deepEqual(await countRows(), [0, 0]);
    });
  });
});
