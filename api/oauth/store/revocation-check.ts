import type { WriteTransaction } from '../../database/database.ts';
import type { Account } from '../accounts/accounts.ts';
import { sha256 } from '../hash.ts';
import { deleteInteraction, lockPersonForShare, lockRecord, selectRecordByUid } from './record-statements.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** Thrown when access was revoked, or a password changed, during the request. The request's changes are rolled back. */
export class RevokedDuringRequestError extends Error {}

/** Rejects a sign-in or authorization whose session, grant or interaction was revoked meanwhile. */
export type RevocationCheck = ReturnType<typeof createRevocationCheck>;

/**
 * Runs each check in the transaction that stores the request's changes. A revocation locks the person first: so either
 * it comes later and deletes these changes too, or it came earlier and the check fails.
 */
export const createRevocationCheck = (work: UnitOfWork) => {
  const check = (
    personId: string,
    isValid: (writes: WriteTransaction, passwordHash: string | null) => Promise<boolean>,
  ) =>
    work.defer(async writes => {
      const [person] = await lockPersonForShare(writes, { id: personId });
      if (person === undefined || !(await isValid(writes, person.password_hash))) throw new RevokedDuringRequestError();
    });
  const exists = async (rows: Promise<readonly unknown[]>) => (await rows).length > 0;

  return {
    /** Checks the session that the request uses. */
    requireSession: (personId: string, uid: string): Promise<void> =>
      check(personId, writes => exists(selectRecordByUid(writes, { model: 'Session', uid }))),

    /** Checks the grant of an earlier consent. */
    requireGrant: (personId: string, id: string): Promise<void> =>
      check(personId, writes => exists(lockRecord(writes, { model: 'Grant', idHash: sha256(id) }))),

    /** Checks and deletes the interaction in which the person signed in. */
    consumeInteraction: (personId: string, id: string): Promise<void> =>
      check(personId, writes => exists(deleteInteraction(writes, { idHash: sha256(id) }))),

    /** Applies a change if the checked password is still current. @throws RevokedDuringRequestError */
    applyIfPasswordUnchanged: ({ id, passwordHash }: Account, change: () => Promise<unknown>): Promise<void> =>
      work.batch(async () => {
        await check(id, async (_writes, current) => current === passwordHash);
        await change();
      }),
  };
};
