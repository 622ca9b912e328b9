import { run } from './columns.ts';
import type { Migration } from './migration.ts';

/** Adds IMAP servers. Existing mailboxes have no IMAP server. */
export const imap: Migration = {
  name: '0025-imap',
  up: writes =>
    run(
      writes,
      'alter table mailboxes add column inbound text',
      'alter table mails add column is_old smallint not null default 0',
      `create table imap_cursors (
        mailbox_n bigint primary key references mailboxes (n) on delete cascade,
        uidvalidity bigint not null,
        last_uid bigint not null,
        handled_uid bigint not null,
        since bigint not null,
        since_uid bigint not null,
        connected_at bigint not null)`,
    ),
};
