import { byteText, run } from './columns.ts';
import type { Migration } from './migration.ts';

export const secondFactors: Migration = {
  name: '0033-second-factors',
  up: (writes, engine) =>
    run(
      writes,
      `create table second_factors (
        person_id ${byteText[engine]} not null,
        kind smallint not null,
        created_at bigint not null,
        last_used_at bigint not null,
        last_step bigint not null,
        used_by ${byteText[engine]} not null,
        primary key (person_id, kind))`,
      `create table recovery_codes (
        person_id ${byteText[engine]} not null,
        digest ${byteText[engine]} not null,
        used_by ${byteText[engine]},
        primary key (person_id, digest))`,
    ),
};
