import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { forEachEngine } from '../../testing/engines.ts';
import { attachments } from './0023-attachments.ts';
import { migrations } from './index.ts';

/** Mails of an older store: state, whether the original is stored, and its files. */
const mails = [
  [1, true, [{ name: 'a.png' }]],
  [1, true, []],
  [1, false, [{ name: 'deleted.png' }]],
  [2, true, [{ name: 'held.png' }]],
] as const;

forEachEngine(
  database => {
    it('0023 marks older mails whose files are missing, and enqueues the job that adds the files', async () => {
      const { rows, jobs } = await database().transaction(async writes => {
        for (const { up } of migrations.slice(0, migrations.indexOf(attachments))) await up(writes, database().engine);
        for (const [index, [state, isStored, files]] of mails.entries())
          await sql`insert into mails (id, version, created_at, updated_at, mailbox_id, state, size, sha256, file_id,
              attempts, process_as, headers, starts_ticket)
            values (${`m-${index}`}, 1, 1, 1, '1', ${state}, 5, ${`${index}`}, ${isStored ? 'f' : null}, 0, 0,
              ${JSON.stringify({ from: null, files })}, 0)`.execute(writes);
        await attachments.up(writes, database().engine);
        return {
          rows: await writes.selectFrom('mails').select(['id', 'lacks_files']).orderBy('n').execute(),
          jobs: await writes.selectFrom('jobs').select(['kind', 'key', 'state', 'created_at']).execute(),
        };
      });
      assert.deepEqual(
        rows.map(({ lacks_files }) => lacks_files),
        [1, 0, 0, 0],
      );
      assert.deepEqual(
        jobs.map(({ kind, key, state }) => [kind, key, state]),
        [['add_mail_files', 'all', 0]],
      );
      assert.ok(Math.abs((jobs[0]?.created_at ?? 0) - Date.now()) < 3_600_000);
    });
  },
  { migrated: false },
);
