import { byteText, resourceColumns, run } from './columns.ts';
import type { Migration } from './migration.ts';

export const gists: Migration = {
  name: '0003-gists',
  up: (writes, engine) =>
    run(
      writes,
      `create table gists (
        ${resourceColumns(engine)},
        description text not null,
        public smallint not null,
        owner_id ${byteText[engine]} not null,
        words text not null)`,
      'create unique index gists_id on gists (id)',
      'create index gists_created on gists (created_at, n)',
      'create index gists_updated on gists (updated_at, n)',
      `create table gist_files (
        gist_n bigint not null references gists (n) on delete cascade,
        position integer not null,
        name text not null,
        content text not null,
        primary key (gist_n, position))`,
      `create table stars (
        person_id ${byteText[engine]} not null,
        gist_n bigint not null references gists (n) on delete cascade,
        created_at bigint not null,
        primary key (person_id, gist_n))`,
      'create index stars_gist on stars (gist_n)',
    ),
};
