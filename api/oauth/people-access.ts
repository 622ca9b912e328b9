import type { Database } from '../database/database.ts';

/** Ends everything a person is signed in with: sessions, grants, codes and tokens, those for scripts too. */
export const signOutEverywhere = (database: Database, personId: string): Promise<void> =>
  database.transaction(async writes => {
    await writes.deleteFrom('oauth_records').where('account_id', '=', personId).execute();
  });
