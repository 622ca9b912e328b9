import type { Database, WriteTransaction } from '../database/database.ts';

/** Stores a session of a person, as a sign-in does. @returns its id */
export const addSession = async (database: Database, personId: string): Promise<string> => {
  const id = crypto.randomUUID();
  await database.transaction(writes => insertSession(writes, personId, id));
  return id;
};

/** Stores a session under an id, unless it exists already. */
export const insertSession = async (writes: WriteTransaction, personId: string, id: string): Promise<void> => {
  const now = Date.now();
  const session = {
    ...{ model: 'Session', id_hash: id, uid: id, account_id: personId },
    payload: JSON.stringify({ loginTs: Math.floor(now / 1000) }),
    ...{ created_at: now, expires_at: now + 3_600_000 },
  };
  await writes
    .insertInto('oauth_records')
    .values(session)
    .onConflict(conflict => conflict.doNothing())
    .execute();
};
