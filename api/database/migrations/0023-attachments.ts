import { byteText, resourceColumns, run } from './columns.ts';
import type { Migration } from './migration.ts';

const now = {
  sqlite: "cast(unixepoch('subsec') * 1000 as integer)",
  postgres: 'cast(extract(epoch from now()) * 1000 as bigint)',
};

/** Adds files on messages. A job later adds the files of mails that are already processed. */
export const attachments: Migration = {
  name: '0023-attachments',
  up: (writes, engine) =>
    run(
      writes,
      `create table attachments (
        ${resourceColumns(engine)},
        uploader_id ${byteText[engine]} not null,
        name text not null,
        size bigint not null,
        sha256 ${byteText[engine]} not null,
        type smallint not null,
        declared_type text,
        width bigint,
        height bigint,
        scan smallint not null,
        ticket_id ${byteText[engine]},
        message_id ${byteText[engine]},
        unattached_at bigint not null)`,
      'create unique index attachments_id on attachments (id)',
      'create index attachments_created on attachments (created_at, n)',
      'create index attachments_updated on attachments (updated_at, n)',
      'create index attachments_ticket on attachments (ticket_id, message_id, n)',
      'create index attachments_message on attachments (message_id, n)',
      'create index attachments_sha256 on attachments (sha256)',
      'create index attachments_uploader on attachments (uploader_id) where message_id is null',
      'create index attachments_unattached on attachments (unattached_at) where message_id is null',
      // 0 is off.
      'create index attachments_scan on attachments (scan, n) where scan <> 0',
      'alter table messages add column attachments text',
      `alter table deliveries add column source_sha256 ${byteText[engine]}`,
      'create index deliveries_source on deliveries (source_sha256) where source_sha256 is not null',
      'alter table mails add column lacks_files smallint not null default 0',
      // 1 is processed.
      `update mails set lacks_files = 1
        where state = 1 and file_id is not null and headers not like '%"files":[]%'`,
      'create index mails_lacks_files on mails (n) where lacks_files = 1',
      `insert into jobs (version, created_at, updated_at, kind, key, payload, state, run_at, again, attempts, lease_until)
        select 1, ${now[engine]}, ${now[engine]}, 'add_mail_files', 'all', '{}', 0, ${now[engine]}, 0, 0, 0
        where exists (select 1 from mails where lacks_files = 1)`,
    ),
};
