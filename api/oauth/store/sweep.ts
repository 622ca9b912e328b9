import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Database } from '../../database/database.ts';
import { type RemoveSome, removeInParts } from '../../database/remove-in-parts.ts';
import type { Schema } from '../../database/schema.ts';

const hour = 3_600_000;

/** How long what is over is still known: so long an expired access token is told from a made-up one. */
const keptMilliseconds = hour;

/**
 * Forgets what is over, and returns how many records that were. A used code or refresh token stays as long as its grant,
 * so that its reuse is noticed whenever it comes; a grant ends with the last token that lives.
 */
export const sweepRecords = async (database: Database, now: number, ending?: AbortSignal): Promise<number> => {
  const over = now - keptMilliseconds;
  let sum = 0;
  for (const which of [isExpired(over), isLifelessGrant(over), isOrphan(over)]) {
    sum += await removeInParts(database, removeSome(which), ending);
  }
  await removeInParts(database, removeCounts('sign_in_failures', now), ending);
  await removeInParts(database, removeCounts('rate_limits', now), ending);
  return sum;
};

/** What is true of records that are over. */
type Which = (record: ExpressionBuilder<Schema, 'oauth_records'>) => Expression<SqlBool>;

const removeSome =
  (which: Which): RemoveSome =>
  async (writes, most) => {
    const { numDeletedRows } = await writes
      .deleteFrom('oauth_records')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('model', 'id_hash'),
          'in',
          selectFrom('oauth_records')
            .select(['model', 'id_hash'])
            .where(which)
            .limit(most)
            .$asTuple('model', 'id_hash'),
        ),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  };

const isExpired =
  (over: number): Which =>
  ({ eb, and }) =>
    and([eb('expires_at', '<', over), eb('consumed_at', 'is', null)]);

const isLifelessGrant =
  (over: number): Which =>
  ({ eb, and, not, exists, selectFrom }) => {
    const living = selectFrom('oauth_records as token')
      .select('token.model')
      .whereRef('token.grant_id', '=', 'oauth_records.grant_id')
      .where('token.model', '<>', 'Grant')
      .where('token.expires_at', '>=', over)
      .where('token.consumed_at', 'is', null);
    return and([eb('model', '=', 'Grant'), eb('created_at', '<', over), not(exists(living))]);
  };

/** Used tokens whose grant is gone. */
const isOrphan =
  (over: number): Which =>
  ({ eb, and, not, exists, selectFrom }) => {
    const grant = selectFrom('oauth_records as grant')
      .select('grant.model')
      .whereRef('grant.grant_id', '=', 'oauth_records.grant_id')
      .where('grant.model', '=', 'Grant');
    return and([eb('expires_at', '<', over), eb('consumed_at', 'is not', null), not(exists(grant))]);
  };

const removeCounts =
  (table: 'sign_in_failures' | 'rate_limits', now: number): RemoveSome =>
  async (writes, most) => {
    const { numDeletedRows } = await writes
      .deleteFrom(table)
      .where('key', 'in', ({ selectFrom }) => selectFrom(table).select('key').where('expire', '<', now).limit(most))
      .executeTakeFirst();
    return Number(numDeletedRows);
  };
