import type { Database } from '../../database/database.ts';
import { sha256 } from '../hash.ts';
import { upsertRecord } from '../store/record-statements.ts';

const model = 'PasskeyChallenge';
const lifetimeMilliseconds = 300_000;

/** Stores one challenge for each sign-in or session, for five minutes and one use. */
export const createPasskeyChallenges = (database: Database, clock: () => number) => ({
  /** Stores a challenge and replaces the previous challenge. `holderId` is the id of the sign-in or session. */
  async store(holderId: string, challenge: string): Promise<void> {
    const now = clock();
    const columns = { grant_id: null, account_id: null, client_id: null, payload: '{}' };
    const record = { ...columns, uid: sha256(challenge), expires_at: now + lifetimeMilliseconds, now };
    await database.transaction(writes => upsertRecord(writes, { model, idHash: sha256(holderId), ...record }));
  },

  /** Deletes the challenge of a holder. @returns a function that accepts only that challenge, unless it has expired */
  async consume(holderId: string): Promise<(challenge: string) => boolean> {
    const deleted = await database.transaction(writes =>
      writes
        .deleteFrom('oauth_records')
        .where('model', '=', model)
        .where('id_hash', '=', sha256(holderId))
        .returning(['uid', 'expires_at'])
        .executeTakeFirst(),
    );
    const isValid = deleted !== undefined && (deleted.expires_at ?? 0) > clock();
    return challenge => isValid && sha256(challenge) === deleted.uid;
  },
});
