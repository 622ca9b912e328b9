import { byteText, run } from './columns.ts';
import type { Migration } from './migration.ts';

export const passkeys: Migration = {
  name: '0038-passkeys',
  up: (writes, engine) =>
    run(
      writes,
      `create table passkeys (
        person_id ${byteText[engine]} not null,
        id ${byteText[engine]} not null,
        name text not null,
        public_key text not null,
        counter bigint not null,
        created_at bigint not null,
        last_used_at bigint not null,
        disabled_at bigint,
        primary key (person_id, id))`,
      'create unique index passkeys_id on passkeys (id)',
    ),
};
