import { sql } from 'kysely';
import { run } from './columns.ts';
import type { Migration } from './migration.ts';

/** Copies a client's scopes to a column, because every token check reads them. */
export const clientChanges: Migration = {
  name: '0014-client-changes',
  up: async writes => {
    await run(writes, `alter table oauth_clients add column scopes text not null default ''`);
    const clients = sql<{ client_id: string; metadata: string }>`select client_id, metadata from oauth_clients`;
    for (const { client_id, metadata } of (await clients.execute(writes)).rows) {
      const { policy } = JSON.parse(metadata) as { policy: { scopes: string[] } };
      const scopes = policy.scopes.join(' ');
      await sql`update oauth_clients set scopes = ${scopes} where client_id = ${client_id}`.execute(writes);
    }
  },
};
