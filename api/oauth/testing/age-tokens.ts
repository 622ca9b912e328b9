import type { Database } from '../../database/database.ts';

/** Ages every OAuth record by changing the expiry in its payload. oidc-provider's clock cannot be injected. */
export const ageTokens = (database: Database, milliseconds: number): Promise<void> =>
  database.transaction(async writes => {
    for (const row of await writes.selectFrom('oauth_records').selectAll().execute()) {
      const { exp, ...payload } = JSON.parse(row.payload) as { exp: number };
      await writes
        .updateTable('oauth_records')
        .set({ payload: JSON.stringify({ ...payload, exp: exp - milliseconds / 1000 }) })
        .where('model', '=', row.model)
        .where('id_hash', '=', row.id_hash)
        .execute();
    }
  });
