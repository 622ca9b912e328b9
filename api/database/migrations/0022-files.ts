import { run } from './columns.ts';
import type { Migration } from './migration.ts';

/** The SQL condition that all bytes of a mail are stored. */
const isComplete = 'exists (select 1 from stored_files where stored_files.sha256 = mails.file_id and complete = 1)';

/** Names files by their SHA-256 instead of random ids, and stores equal files once. */
export const files: Migration = {
  name: '0022-files',
  up: (writes, engine) =>
    run(
      writes,
      'create index mails_file on mails (file_id) where file_id is not null',
      'alter table stored_files rename column id to sha256',
      'alter table stored_files rename column created_at to used_at',
      'alter table file_chunks rename column file_id to sha256',
      `insert into stored_files (sha256, size, complete, used_at)
        select sha256, max(size), 1, max(created_at) from mails where ${isComplete} group by sha256`,
      // Only one of several equal files keeps its chunks.
      `update file_chunks set sha256 = (select min(mails.sha256) from mails where mails.file_id = file_chunks.sha256)
        where sha256 in (select min(file_id) from mails where ${isComplete} group by mails.sha256)`,
      `insert into file_chunks (sha256, position, data)
        select sha256, 0, ${engine === 'sqlite' ? "x''" : "''::bytea"} from stored_files
        where size = 0 and length(sha256) = 64`,
      'update mails set file_id = sha256 where file_id is not null',
      'delete from stored_files where length(sha256) <> 64',
      'drop index stored_files_incomplete',
      'alter table stored_files drop column complete',
      // 0 is the database.
      'alter table stored_files add column location smallint not null default 0',
      `insert into counters (name, value) select 'files.bytes', sum(size) from stored_files having count(*) > 0`,
    ),
};
