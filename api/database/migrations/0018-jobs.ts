import { byteText, creationOrder, run } from './columns.ts';
import type { Migration } from './migration.ts';

/** Adds the background jobs. */
export const jobs: Migration = {
  name: '0018-jobs',
  up: (writes, engine) =>
    run(
      writes,
      `create table jobs (
        n ${creationOrder[engine]},
        id ${byteText[engine]} generated always as (cast(n as text)) ${engine === 'sqlite' ? 'virtual' : 'stored'},
        version integer not null,
        created_at bigint not null,
        updated_at bigint not null,
        kind ${byteText[engine]} not null,
        key ${byteText[engine]},
        payload text not null,
        state smallint not null,
        run_at bigint not null,
        again bigint not null,
        attempts integer not null,
        lease_until bigint not null,
        lease_by text,
        last_error text,
        progress text)`,
      'create unique index jobs_key on jobs (kind, key) where key is not null',
      // 2 is dead.
      'create index jobs_due on jobs (kind, run_at, n) where state <> 2',
      'create index jobs_dead on jobs (created_at, n) where state = 2',
      'create index jobs_created on jobs (created_at, n)',
    ),
};
