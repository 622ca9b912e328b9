import type { Database } from '../database/database.ts';

/** Stores a session of a person, as a sign-in does. @returns its id */
export const addSession = async (database: Database, personId: string): Promise<string> => {
  const id = crypto.randomUUID();
  const now = Date.now();
  const session = {
    ...{ model: 'Session', id_hash: id, uid: id, account_id: personId },
    payload: JSON.stringify({ loginTs: Math.floor(now / 1000) }),
    ...{ created_at: now, expires_at: now + 3_600_000 },
  };
  await database.transaction(writes => writes.insertInto('oauth_records').values(session).execute());
  return id;
};
