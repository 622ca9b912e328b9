import type { Database } from '../../database/database.ts';
import { sha256 } from '../hash.ts';
import { type StoredMetadata, writeMetadata } from './stored-client.ts';

/** Registers a client of the desk's own under a known id, or brings it up to date; its tokens stay. */
export const putClient = (
  database: Database,
  client: { clientId: string; name: string; secret: string | null; metadata: StoredMetadata },
  clock: () => number,
): Promise<void> => {
  const { clientId, name, secret, metadata } = client;
  const values = { name, secret_hash: secret === null ? null : sha256(secret), ...writeMetadata(metadata) };
  return database.transaction(async writes => {
    await writes
      .insertInto('oauth_clients')
      .values({ client_id: clientId, ...values, created_at: clock() })
      .onConflict(conflict => conflict.column('client_id').doUpdateSet(values))
      .execute();
  });
};
