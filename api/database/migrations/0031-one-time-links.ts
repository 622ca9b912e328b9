import { byteText, creationOrder, run } from './columns.ts';
import type { Migration } from './migration.ts';

export const oneTimeLinks: Migration = {
  name: '0031-one-time-links',
  up: (writes, engine) =>
    run(
      writes,
      `create table one_time_links (
        n ${creationOrder[engine]},
        kind smallint not null,
        person_id ${byteText[engine]} not null,
        digest ${byteText[engine]},
        delivery_id ${byteText[engine]},
        created_by ${byteText[engine]},
        expires_at bigint not null)`,
      'create unique index one_time_links_digest on one_time_links (digest)',
      'create index one_time_links_person on one_time_links (person_id)',
      'create index one_time_links_delivery on one_time_links (delivery_id)',
      'create index one_time_links_expires on one_time_links (expires_at)',
    ),
};
