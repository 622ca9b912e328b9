import type { WriteTransaction } from '../database.ts';
import { run } from './columns.ts';
import type { Migration } from './migration.ts';

/** Copies a client's scopes to a column, because every token check reads them. */
export const clientChanges: Migration = {
  name: '0014-client-changes',
  up: async writes => {
    await run(writes, `alter table oauth_clients add column scopes text not null default ''`);
    for (const { client_id, metadata } of await readClients(writes)) {
      const { policy } = JSON.parse(metadata) as { policy: { scopes: string[] } };
      const scopes = policy.scopes.join(' ');
      await writes.updateTable('oauth_clients').set({ scopes }).where('client_id', '=', client_id).execute();
    }
  },
};

const readClients = (writes: WriteTransaction) =>
  writes.selectFrom('oauth_clients').select(['client_id', 'metadata']).execute();
