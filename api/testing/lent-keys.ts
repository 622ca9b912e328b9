import type { Database } from '../database/database.ts';
import { loadKeys } from '../oauth/keys/keys.ts';

const readKeys = (database: Database) => database.read.selectFrom('oauth_keys').selectAll().execute();

let made: ReturnType<typeof readKeys> | undefined;

/** Gives a store the keys that another store of this process made at its start: making them takes longer than most tests. */
export const lendKeys = async (database: Database): Promise<void> => {
  if (made === undefined) {
    await loadKeys(database, Date.now());
    made = readKeys(database);
    return;
  }
  const keys = await made;
  await database.transaction(writes => writes.insertInto('oauth_keys').values(keys).execute());
};
