import { byteText, resourceColumns, run } from './columns.ts';
import type { Migration } from './migration.ts';

/** Adds mailboxes. The new ticket columns have no facets until they are set, so the search index stays as it is. */
export const mailboxes: Migration = {
  name: '0019-mailboxes',
  up: (writes, engine) =>
    run(
      writes,
      'alter table people add column kind smallint not null default 0',
      `create table mailboxes (
        ${resourceColumns(engine)},
        name text not null,
        address text not null,
        aliases text not null,
        enabled smallint not null,
        transport smallint not null,
        signature text not null,
        default_assignee_id ${byteText[engine]},
        default_tags text not null,
        subject_threading smallint not null,
        new_ticket_after_days integer not null,
        acknowledgement text,
        person_id ${byteText[engine]} not null,
        connection_version integer not null,
        connection_updated_at bigint not null,
        outbound text,
        trusted_authserv_id text)`,
      'create unique index mailboxes_id on mailboxes (id)',
      `create table mailbox_states (
        mailbox_n bigint primary key references mailboxes (n) on delete cascade,
        inbound_state smallint not null,
        inbound_since bigint not null,
        inbound_error text,
        outbound_state smallint not null,
        outbound_since bigint not null,
        outbound_error text,
        last_mail_at bigint not null)`,
      `create table sealed_secrets (name ${byteText[engine]} primary key, value text not null)`,
      `alter table tickets add column mailbox_id ${byteText[engine]}`,
      'alter table tickets add column undelivered smallint not null default 0',
    ),
};
