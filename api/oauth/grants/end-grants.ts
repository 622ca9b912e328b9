import { type DeleteQueryBuilder, type DeleteResult, type SqlBool, sql } from 'kysely';
import type { Writes } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';

/** Which grants: one, a person's, a client's, or those of a person that also are what the second member says. */
export type Which =
  | { grant_id: string }
  | { client_id: string }
  | { account_id: string; client_id?: string; grant_id?: string };

/**
 * Ends grants with every code and token of them, at once and in every process; of a person all sessions too. A grant of the
 * desk's own web app takes the session along that it was made in, which would sign in again without asking.
 */
export const endGrants = async (writes: Writes, which: Which): Promise<void> => {
  await lockPeople(writes, which);
  await endSessionsOf(writes, which);
  await deleteGrantsFirst(writes.deleteFrom('oauth_records').where(picks(which)));
};

/** Deletes records, grants first: whoever makes a token holds its grant locked. Once they are gone there is none under way. */
export const deleteGrantsFirst = async (
  records: DeleteQueryBuilder<Schema, 'oauth_records', DeleteResult>,
): Promise<void> => {
  await records.where('model', '=', 'Grant').execute();
  await records.execute();
};

/** How many grants, tokens for scripts among them, have a code or token that is good. */
export const countLiveGrants = async (writes: Writes, which: Which, now: number): Promise<number> => {
  const { grants } = await writes
    .selectFrom('oauth_records')
    .select(({ fn }) => fn.count('grant_id').distinct().as('grants'))
    .where(picks(which))
    .where('model', '<>', 'Grant')
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(grants);
};

/** Ends a session, and with it what the desk's own web app was given in it; other programs keep what they have. */
export const endSession = async (writes: Writes, uid: string): Promise<void> => {
  const whose = writes.selectFrom('oauth_records').select('account_id').where('uid', '=', uid);
  await writes.selectFrom('people').select('id').where('id', 'in', whose).forUpdate().execute();
  const ofSession = writes.selectFrom('oauth_records').select('grant_id').where('uid', '=', uid);
  for (const { grant_id } of await ofSession.where('model', '=', 'Grant').execute()) {
    if (grant_id !== null) await endGrants(writes, { grant_id });
  }
  await writes.deleteFrom('oauth_records').where('model', '=', 'Session').where('uid', '=', uid).execute();
};

/** Whose sessions end; what is made in one holds them: see standing.ts. */
const lockPeople = async (writes: Writes, which: Which): Promise<void> => {
  const people = writes.selectFrom('people').select('id').orderBy('id').forUpdate();
  if ('account_id' in which) await people.where('id', '=', which.account_id).execute();
  else {
    const given = writes
      .selectFrom('oauth_records')
      .select('account_id')
      .where(picks(which))
      .where('model', '=', 'Grant');
    await people.where('id', 'in', given.where('uid', 'is not', null)).execute();
  }
};

/** A grant of the web app carries its session's uid: see startGrant. */
const endSessionsOf = async (writes: Writes, which: Which): Promise<void> => {
  await writes
    .deleteFrom('oauth_records')
    .where('model', '=', 'Session')
    .where('uid', 'in', ({ selectFrom }) =>
      selectFrom('oauth_records')
        .select('uid')
        .where(picks(which))
        .where('model', '=', 'Grant')
        .where('uid', 'is not', null),
    )
    .execute();
};

const picks = (which: Which) =>
  sql<SqlBool>`(${sql.join(
    Object.entries(which).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    sql` and `,
  )})`;
