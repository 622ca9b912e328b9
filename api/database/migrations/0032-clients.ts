import { resourceColumns, run } from './columns.ts';
import type { Migration } from './migration.ts';

/** Turns the OAuth clients into a resource with a version. Their `client_id` becomes the `id`. */
export const clients: Migration = {
  name: '0032-clients',
  up: async (writes, engine) => {
    // Waits for open transactions. Processes of the older version may be registering a client.
    if (engine === 'postgres') await run(writes, 'lock table oauth_clients');
    await run(
      writes,
      `create table clients (
        ${resourceColumns(engine)},
        name text not null,
        secret_hash text,
        old_secret_hash text,
        old_secret_until bigint,
        metadata text not null,
        scopes text not null,
        rate_limit integer)`,
      'create unique index clients_id on clients (id)',
      `insert into clients (id, version, created_at, updated_at, name, secret_hash, old_secret_hash, old_secret_until,
          metadata, scopes, rate_limit)
        select client_id, 1, created_at, created_at, name, secret_hash, old_secret_hash, old_secret_until,
          metadata, scopes, rate_limit
        from oauth_clients order by created_at, client_id`,
      `insert into counters (name, value) select 'clients.changes', count(*) from clients having count(*) > 0`,
      'drop table oauth_clients',
    );
  },
};
