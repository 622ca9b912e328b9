import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Database } from '../../database/database.ts';
import { type DeleteBatch, deleteInBatches } from '../../database/delete-in-batches.ts';
import type { Schema } from '../../database/schema.ts';

const hour = 3_600_000;

/** Expired records stay this long. Until then, an expired access token is reported as expired, not as invalid. */
const retentionMilliseconds = hour;

/**
 * Deletes expired records and counters. Returns the number of deleted records. A used code or refresh token stays as
 * long as its grant, so that reuse is always detected. A grant is deleted once none of its codes and tokens is valid.
 */
export const deleteExpiredRecords = async (database: Database, now: number, signal?: AbortSignal): Promise<number> => {
  const before = now - retentionMilliseconds;
  let sum = 0;
  for (const condition of [isExpired(before), isGrantWithoutTokens(before), isOrphan(before)]) {
    sum += await deleteInBatches(database, deleteRecords(condition), signal);
  }
  await deleteInBatches(database, deleteCounters('sign_in_failures', now), signal);
  await deleteInBatches(database, deleteCounters('rate_limits', now), signal);
  return sum;
};

type Condition = (record: ExpressionBuilder<Schema, 'oauth_records'>) => Expression<SqlBool>;

const deleteRecords =
  (condition: Condition): DeleteBatch =>
  async (writes, limit) => {
    const { numDeletedRows } = await writes
      .deleteFrom('oauth_records')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('model', 'id_hash'),
          'in',
          selectFrom('oauth_records')
            .select(['model', 'id_hash'])
            .where(condition)
            .limit(limit)
            .$asTuple('model', 'id_hash'),
        ),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  };

const isExpired =
  (before: number): Condition =>
  ({ eb, and }) =>
    and([eb('expires_at', '<', before), eb('consumed_at', 'is', null)]);

/** Matches grants without a valid code or token. */
const isGrantWithoutTokens =
  (before: number): Condition =>
  ({ eb, and, not, exists, selectFrom }) => {
    const validTokens = selectFrom('oauth_records as token')
      .select('token.model')
      .whereRef('token.grant_id', '=', 'oauth_records.grant_id')
      .where('token.model', '<>', 'Grant')
      .where('token.expires_at', '>=', before)
      .where('token.consumed_at', 'is', null);
    return and([eb('model', '=', 'Grant'), eb('created_at', '<', before), not(exists(validTokens))]);
  };

/** Matches used and expired codes and tokens without a grant. */
const isOrphan =
  (before: number): Condition =>
  ({ eb, and, not, exists, selectFrom }) => {
    const grant = selectFrom('oauth_records as grant')
      .select('grant.model')
      .whereRef('grant.grant_id', '=', 'oauth_records.grant_id')
      .where('grant.model', '=', 'Grant');
    return and([eb('expires_at', '<', before), eb('consumed_at', 'is not', null), not(exists(grant))]);
  };

const deleteCounters =
  (table: 'sign_in_failures' | 'rate_limits', now: number): DeleteBatch =>
  async (writes, limit) => {
    const { numDeletedRows } = await writes
      .deleteFrom(table)
      .where('key', 'in', ({ selectFrom }) => selectFrom(table).select('key').where('expire', '<', now).limit(limit))
      .executeTakeFirst();
    return Number(numDeletedRows);
  };
