import { run } from './columns.ts';
import type { Migration } from './migration.ts';

export const mailAuthorizations: Migration = {
  name: '0027-mail-authorizations',
  up: writes =>
    run(
      writes,
      `create table mailbox_authorizations (
        mailbox_n bigint primary key references mailboxes (n) on delete cascade,
        version integer not null,
        updated_at bigint not null,
        client text,
        state smallint not null,
        since bigint not null,
        error text,
        generation integer not null,
        expires_at bigint not null,
        was_rejected smallint not null,
        sign_in_digest text,
        sign_in_expires_at bigint not null)`,
    ),
};
