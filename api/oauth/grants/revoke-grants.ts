import { type DeleteQueryBuilder, type DeleteResult, type SqlBool, sql } from 'kysely';
import { type AuditActor, recordAudit } from '../../database/audit-log.ts';
import type { WriteTransaction } from '../../database/database.ts';
import { lockPerson } from '../../database/lock-person.ts';
import type { Schema } from '../../database/schema.ts';
import type { LiveGrant } from './live-grants.ts';

/** Selects grants by the columns of oauth_records that must match. */
export type GrantSelector =
  | { grant_id: string }
  | { client_id: string }
  | { account_id: string; client_id?: string; grant_id?: string };

/**
 * Revokes grants with their codes and tokens, immediately in every process. If only a person is selected, also ends all
 * sessions of the person. Revoking a grant of the web app also ends the session of the grant: otherwise the web app
 * would get a new grant without a password.
 */
export const revokeGrants = async (writes: WriteTransaction, selector: GrantSelector): Promise<void> => {
  await lockPeople(writes, selector);
  await endSessions(writes, selector);
  await deleteGrantsFirst(writes.deleteFrom('oauth_records').where(matches(selector)));
};

/** Revokes one grant with its codes and tokens, and records it in the audit log. */
export const revokeGrant = async (
  writes: WriteTransaction,
  { id, personId, clientId }: Pick<LiveGrant, 'id' | 'personId' | 'clientId'>,
  actor: AuditActor,
): Promise<void> => {
  await revokeGrants(writes, { grant_id: id });
  const before = { person_id: personId, client_id: clientId };
  await recordAudit(writes, actor, { action: 'grant.revoked', targetId: id, before });
};

/**
 * Revokes all sessions, grants, codes and tokens of a person, including script tokens. Call it in the transaction that
 * disables the person or sets a new password, so that no request with old credentials succeeds in between.
 */
export const revokeAllAccess = (writes: WriteTransaction, personId: string): Promise<void> =>
  revokeGrants(writes, { account_id: personId });

/** Revokes all access and sessions of a person except one grant. Returns false if that grant was already revoked. */
export const revokeOtherAccess = async (
  writes: WriteTransaction,
  personId: string,
  grantId: string,
): Promise<boolean> => {
  await deleteGrantsFirst(
    writes
      .deleteFrom('oauth_records')
      .where('account_id', '=', personId)
      .where(({ eb, or }) => or([eb('grant_id', 'is', null), eb('grant_id', '!=', grantId)])),
  );
  const remaining = writes.selectFrom('oauth_records').select('model').where('grant_id', '=', grantId);
  return (await remaining.where('account_id', '=', personId).limit(1).executeTakeFirst()) !== undefined;
};

/** Deletes records, grants first. Issuing a token locks its grant, so no new token can appear afterwards. */
const deleteGrantsFirst = async (records: DeleteQueryBuilder<Schema, 'oauth_records', DeleteResult>): Promise<void> => {
  await records.where('model', '=', 'Grant').execute();
  await records.execute();
};

/** Counts grants that have a valid code or token. Each valid script token counts as a grant. */
export const countLiveGrants = async (
  writes: WriteTransaction,
  selector: GrantSelector,
  now: number,
): Promise<number> => {
  const { grants } = await writes
    .selectFrom('oauth_records')
    .select(({ fn }) => fn.count('grant_id').distinct().as('grants'))
    .where(matches(selector))
    .where('model', '<>', 'Grant')
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(grants);
};

/** Ends a session and the web app's grants in it; other clients keep their access. */
export const revokeSession = async (writes: WriteTransaction, uid: string): Promise<void> => {
  const owner = writes.selectFrom('oauth_records').select('account_id').where('uid', '=', uid);
  await writes.selectFrom('people').select('id').where('id', 'in', owner).forUpdate().execute();
  const ofSession = writes.selectFrom('oauth_records').select('grant_id').where('uid', '=', uid);
  for (const { grant_id } of await ofSession.where('model', '=', 'Grant').execute()) {
    if (grant_id !== null) await revokeGrants(writes, { grant_id });
  }
  await writes.deleteFrom('oauth_records').where('model', '=', 'Session').where('uid', '=', uid).execute();
};

/** Locks the people whose sessions end; a sign-in or authorization locks them too: see revocation-check.ts. */
const lockPeople = async (writes: WriteTransaction, selector: GrantSelector): Promise<void> => {
  if ('account_id' in selector) await lockPerson(writes, selector.account_id);
  else {
    const people = writes.selectFrom('people').select('id').orderBy('id').forUpdate();
    const matching = writes
      .selectFrom('oauth_records')
      .select('account_id')
      .where(matches(selector))
      .where('model', '=', 'Grant');
    await people.where('id', 'in', matching.where('uid', 'is not', null)).execute();
  }
};

/** Deletes the sessions of the web app's grants. Such a grant has the uid of its session: see startGrant. */
const endSessions = async (writes: WriteTransaction, selector: GrantSelector): Promise<void> => {
  await writes
    .deleteFrom('oauth_records')
    .where('model', '=', 'Session')
    .where('uid', 'in', ({ selectFrom }) =>
      selectFrom('oauth_records')
        .select('uid')
        .where(matches(selector))
        .where('model', '=', 'Grant')
        .where('uid', 'is not', null),
    )
    .execute();
};

const matches = (selector: GrantSelector) =>
  sql<SqlBool>`(${sql.join(
    Object.entries(selector).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    sql` and `,
  )})`;
