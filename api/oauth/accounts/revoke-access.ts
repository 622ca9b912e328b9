import type { Writes } from '../../database/database.ts';
import { deleteGrantsFirst, revokeGrants } from '../grants/revoke-grants.ts';

/**
 * Revokes all sessions, grants, codes and tokens of a person, including script tokens. Call it in the transaction that
 * disables the person or sets a new password, so that no request with old credentials succeeds in between.
 */
export const revokeAllAccess = (writes: Writes, personId: string): Promise<void> =>
  revokeGrants(writes, { account_id: personId });

/** Revokes all access except one grant; false if that grant was already revoked. */
export const revokeOtherAccess = async (writes: Writes, personId: string, grantId: string): Promise<boolean> => {
  await deleteGrantsFirst(
    writes
      .deleteFrom('oauth_records')
      .where('account_id', '=', personId)
      .where(({ eb, or }) => or([eb('grant_id', 'is', null), eb('grant_id', '!=', grantId)])),
  );
  const remaining = writes.selectFrom('oauth_records').select('model').where('grant_id', '=', grantId);
  return (await remaining.where('account_id', '=', personId).limit(1).executeTakeFirst()) !== undefined;
};
