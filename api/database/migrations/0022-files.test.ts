import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { it } from 'node:test';
import { sql } from 'kysely';
import { openFiles } from '../../files/files.ts';
import { forEachEngine } from '../../testing/engines.ts';
import { readCounter } from '../counters.ts';
import type { WriteTransaction } from '../database.ts';
import { files as migration } from './0022-files.ts';
import { migrations } from './index.ts';

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const large = Buffer.alloc(600_000, 'The printer smokes. ');
const small = Buffer.from('Where is it?');
const chunkBytes = 262_144;

/** Adds a file as an older store did. */
const addFile = async (writes: WriteTransaction, id: string, bytes: Buffer, complete = 1) => {
  await sql`insert into stored_files (id, size, complete, created_at) values (${id}, ${bytes.length}, ${complete}, 5)`.execute(
    writes,
  );
  for (let position = 0; position * chunkBytes < bytes.length; position++) {
    const data = bytes.subarray(position * chunkBytes, (position + 1) * chunkBytes);
    await sql`insert into file_chunks (file_id, position, data) values (${id}, ${position}, ${data})`.execute(writes);
  }
};

const addMail = (writes: WriteTransaction, mailbox: string, bytes: Buffer, file: string | null) =>
  sql`insert into mails (id, version, created_at, updated_at, mailbox_id, state, size, sha256, file_id, attempts, process_as,
      headers, starts_ticket)
    values (${`${mailbox}-${file}`}, 1, 7, 7, ${mailbox}, 1, ${bytes.length}, ${hashOf(bytes)}, ${file}, 0, 0, '{}', 0)`.execute(
    writes,
  );

forEachEngine(
  (database, _openAgain, environment) => {
    it('0022 leaves the bytes of all mails readable, and stores equal mails once', async () => {
      await database().transaction(async writes => {
        for (const { up } of migrations.slice(0, migrations.indexOf(migration))) await up(writes, database().engine);
        for (const [mailbox, file, bytes] of [
          ['b-1', 'a'.repeat(32), large],
          ['b-2', 'b'.repeat(32), large],
          ['b-1', 'c'.repeat(32), small],
          ['b-1', 'd'.repeat(32), Buffer.of()],
        ] as const) {
          await addFile(writes, file, bytes);
          await addMail(writes, mailbox, bytes, file);
        }
        await addMail(writes, 'b-3', small, null);
        await addFile(writes, 'e'.repeat(32), Buffer.from('an aborted upload'), 0);
        await migration.up(writes, database().engine);
      });
      const { read } = database();
      const files = openFiles(database(), { dataDir: environment().DATA_DIR });
      const stored = [large, small, Buffer.of()];
      for (const bytes of stored) {
        assert.equal(await files.has(hashOf(bytes)), true);
        assert.ok((await files.read(hashOf(bytes))).equals(bytes));
      }
      const rows = await read.selectFrom('stored_files').select('sha256').orderBy('sha256').execute();
      assert.deepEqual(
        rows.map(({ sha256 }) => sha256),
        stored.map(hashOf).sort(),
      );
      const mails = await read.selectFrom('mails').select(['mailbox_id', 'sha256', 'file_id']).orderBy('n').execute();
      for (const { mailbox_id, sha256, file_id } of mails) assert.equal(file_id, mailbox_id === 'b-3' ? null : sha256);
      assert.equal(await readCounter(read, 'files.bytes'), large.length + small.length);
    });
  },
  { migrated: false },
);
