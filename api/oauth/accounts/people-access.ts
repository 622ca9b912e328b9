import type { Writes } from '../../database/database.ts';
import { deleteGrantsFirst, endGrants } from '../grants/end-grants.ts';

/**
 * Ends everything a person is signed in with: sessions, grants, codes and tokens, those for scripts too. It belongs in the
 * transaction that disables the person or sets a new password: else a request of the old days could slip in between.
 */
export const endAccess = (writes: Writes, personId: string): Promise<void> =>
  endGrants(writes, { account_id: personId });

/** The same, but for what came from one grant; false when that has been ended already, and nothing was left to keep. */
export const endOtherAccess = async (writes: Writes, personId: string, grantId: string): Promise<boolean> => {
  await deleteGrantsFirst(
    writes
      .deleteFrom('oauth_records')
      .where('account_id', '=', personId)
      .where(({ eb, or }) => or([eb('grant_id', 'is', null), eb('grant_id', '!=', grantId)])),
  );
  const kept = writes.selectFrom('oauth_records').select('model').where('grant_id', '=', grantId);
  return (await kept.where('account_id', '=', personId).limit(1).executeTakeFirst()) !== undefined;
};
