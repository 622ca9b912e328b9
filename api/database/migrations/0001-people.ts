import { byteText, resourceColumns, run } from './columns.ts';
import type { Migration } from './migration.ts';

export const people: Migration = {
  name: '0001-people',
  up: (writes, engine) =>
    run(
      writes,
      'create table counters (name text primary key, value bigint not null)',
      `create table tombstones (
        kind text not null,
        key ${byteText[engine]} not null,
        deleted_at bigint not null,
        primary key (kind, key))`,
      `create table people (
        ${resourceColumns(engine)},
        name text not null,
        email text not null,
        email_key ${byteText[engine]} not null unique,
        role smallint not null,
        disabled smallint not null,
        password_hash text)`,
      'create unique index people_id on people (id)',
    ),
};
