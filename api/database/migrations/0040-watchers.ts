import { byteText, run } from './columns.ts';
import type { Migration } from './migration.ts';

export const watchers: Migration = {
  name: '0040-watchers',
  up: (writes, engine) =>
    run(
      writes,
      `create table watchers (
        person_id ${byteText[engine]} not null,
        ticket_n bigint not null references tickets (n) on delete cascade,
        watching smallint not null,
        created_at bigint not null,
        primary key (person_id, ticket_n))`,
      'create index watchers_ticket on watchers (ticket_n)',
      'alter table messages add column mentions text',
    ),
};
