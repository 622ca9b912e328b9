import { byteText, resourceColumns, run } from './columns.ts';
import type { Migration } from './migration.ts';

const bytes = { sqlite: 'blob', postgres: 'bytea' } as const;

/** Adds incoming mail and stored files, and columns of messages and tickets for mail. */
export const mails: Migration = {
  name: '0020-mails',
  up: (writes, engine) =>
    run(
      writes,
      `create table stored_files (
        id ${byteText[engine]} primary key,
        size bigint not null,
        complete smallint not null,
        created_at bigint not null)`,
      'create index stored_files_incomplete on stored_files (created_at) where complete = 0',
      `create table file_chunks (
        file_id ${byteText[engine]} not null references stored_files (id) on delete cascade,
        position integer not null,
        data ${bytes[engine]} not null,
        primary key (file_id, position))`,
      `create table mails (
        ${resourceColumns(engine)},
        mailbox_id ${byteText[engine]} not null,
        state smallint not null,
        reason smallint,
        envelope_from text,
        envelope_to text,
        size bigint not null,
        sha256 ${byteText[engine]} not null,
        file_id ${byteText[engine]},
        attempts smallint not null,
        process_as smallint not null,
        process_ticket_id ${byteText[engine]},
        sender_key ${byteText[engine]},
        message_id_header ${byteText[engine]},
        digest ${byteText[engine]},
        subject text,
        date bigint,
        headers text not null,
        ticket_id ${byteText[engine]},
        message_id ${byteText[engine]},
        starts_ticket smallint not null)`,
      'create unique index mails_id on mails (id)',
      'create unique index mails_sha256 on mails (mailbox_id, sha256)',
      'create index mails_created on mails (created_at, n)',
      'create index mails_updated on mails (updated_at, n)',
      // 0 is received.
      'create index mails_received on mails (mailbox_id, n) where state = 0',
      // 2 and 3 are held and failed.
      'create index mails_problems on mails (state, n) where state in (2, 3)',
      'create index mails_raw on mails (created_at) where file_id is not null',
      'create index mails_digest on mails (digest)',
      'create index mails_sender on mails (sender_key, created_at)',
      'create index mails_ticket on mails (ticket_id)',
      `create table message_ids (
        ticket_n bigint not null references tickets (n) on delete cascade,
        id ${byteText[engine]} not null,
        ours smallint not null,
        primary key (ticket_n, id))`,
      'create index message_ids_id on message_ids (id)',
      `create table participants (
        ticket_n bigint not null references tickets (n) on delete cascade,
        email_key ${byteText[engine]} not null,
        email text not null,
        name text not null,
        role smallint not null,
        primary key (ticket_n, email_key))`,
      'alter table messages add column format smallint not null default 1',
      'alter table messages add column automatic smallint not null default 0',
      'alter table messages add column sender_known smallint not null default 1',
      'alter table messages add column sender_verified smallint',
      'alter table messages add column folded_lines integer not null default 0',
      `alter table messages add column mail_id ${byteText[engine]}`,
      `alter table tickets add column follow_up_of ${byteText[engine]}`,
    ),
};
