import type { Database } from '../database/database.ts';
import { loadKeys } from '../oauth/keys/keys.ts';

const readKeys = (database: Database) => database.read.selectFrom('oauth_keys').selectAll().execute();

let created: ReturnType<typeof readKeys> | undefined;

/**
 * Gives every store of this process the same signing keys. The first store creates them, which takes longer than most
 * tests.
 */
export const copySharedKeys = async (database: Database): Promise<void> => {
  if (created === undefined) {
    await loadKeys(database, Date.now());
    created = readKeys(database);
    return;
  }
  const keys = await created;
  await database.transaction(writes => writes.insertInto('oauth_keys').values(keys).execute());
};
