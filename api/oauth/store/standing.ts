import type { Writes } from '../../database/database.ts';
import type { Account } from '../accounts/accounts.ts';
import { sha256 } from '../hash.ts';
import { deleteAnsweredStep, lockRecord, selectRecordByUid, sharePerson } from './record-statements.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** What a request builds on was ended while it was under way: nothing that it made is kept. */
export class EndedMeanwhile extends Error {}

/** Holds what a sign-in or an authorization builds on against what has been ended since it was read. */
export type Standing = ReturnType<typeof createStanding>;

/**
 * Each check is made in the transaction that keeps what the request has made. Whoever ends a person's sessions locks the
 * person first: so a request is either before the end, which then finds all of it, or after it and fails here.
 */
export const createStanding = (work: UnitOfWork) => {
  const hold = (personId: string, isThere: (writes: Writes, passwordHash: string | null) => Promise<boolean>) =>
    work.later(async writes => {
      const [person] = await sharePerson(writes, { id: personId });
      if (person === undefined || !(await isThere(writes, person.password_hash))) throw new EndedMeanwhile();
    });
  const isFound = async (rows: Promise<readonly unknown[]>) => (await rows).length > 0;

  return {
    /** The session that the request was made in. */
    session: (personId: string, uid: string): Promise<void> =>
      hold(personId, writes => isFound(selectRecordByUid(writes, { model: 'Session', uid }))),

    /** The grant that says what the person has allowed before. */
    grant: (personId: string, id: string): Promise<void> =>
      hold(personId, writes => isFound(lockRecord(writes, { model: 'Grant', idHash: sha256(id) }))),

    /** The step in which the person has typed their password; it is used up. */
    step: (personId: string, id: string): Promise<void> =>
      hold(personId, writes => isFound(deleteAnsweredStep(writes, { idHash: sha256(id) }))),

    /** Makes a change for somebody who has typed a password, if it is still theirs. @throws EndedMeanwhile */
    whilePasswordIs: ({ id, passwordHash }: Account, change: () => Promise<unknown>): Promise<void> =>
      work.gather(async () => {
        await hold(id, async (_writes, current) => current === passwordHash);
        await change();
      }),
  };
};
