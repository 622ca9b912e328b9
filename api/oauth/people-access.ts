import type { Database, Writes } from '../database/database.ts';

/** Ends everything a person is signed in with: sessions, grants, codes and tokens, those for scripts too. */
export const signOutEverywhere = (database: Database, personId: string): Promise<void> =>
  database.transaction(writes => endAccess(writes, personId));

/** The same, in the transaction that disables the person or sets a new password. */
export const endAccess = async (writes: Writes, personId: string): Promise<void> => {
  await writes.deleteFrom('oauth_records').where('account_id', '=', personId).execute();
};
