import type { Database, Writes } from '../../database/database.ts';

const hour = 3_600_000;

/** How long what is over is still known: so long an expired access token is told from a made-up one. */
const keptMilliseconds = hour;

/**
 * Forgets what is over, and returns how many records that were. A used code or refresh token stays as long as its grant,
 * so that its reuse is noticed whenever it comes; a grant ends with the last token that lives.
 */
export const sweepRecords = async (database: Database, now: number): Promise<number> => {
  const over = now - keptMilliseconds;
  const removed = [
    await removeExpired(database, over),
    await database.transaction(writes => removeLifelessGrants(writes, over)),
    await database.transaction(writes => removeOrphans(writes, over)),
  ];
  await database.transaction(async writes => {
    await writes.deleteFrom('sign_in_failures').where('expire', '<', now).execute();
    await writes.deleteFrom('rate_limits').where('expire', '<', now).execute();
  });
  return removed.reduce((sum, rows) => sum + rows, 0);
};

/** A few at a time, so that nobody waits long for the lock after a busy night. */
const removeExpired = async (database: Database, over: number): Promise<number> => {
  let sum = 0;
  for (let removed = atOnce; removed === atOnce; sum += removed) {
    removed = await database.transaction(writes => removeSomeExpired(writes, over));
  }
  return sum;
};

const atOnce = 500;

const removeSomeExpired = async (writes: Writes, over: number): Promise<number> => {
  const { numDeletedRows } = await writes
    .deleteFrom('oauth_records')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('model', 'id_hash'),
        'in',
        selectFrom('oauth_records')
          .select(['model', 'id_hash'])
          .where('expires_at', '<', over)
          .where('consumed_at', 'is', null)
          .limit(atOnce)
          .$asTuple('model', 'id_hash'),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
};

const removeLifelessGrants = async (writes: Writes, over: number): Promise<number> => {
  const { numDeletedRows } = await writes
    .deleteFrom('oauth_records')
    .where('model', '=', 'Grant')
    .where('created_at', '<', over)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('oauth_records as token')
            .select('token.model')
            .whereRef('token.grant_id', '=', 'oauth_records.grant_id')
            .where('token.model', '<>', 'Grant')
            .where('token.expires_at', '>=', over)
            .where('token.consumed_at', 'is', null),
        ),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
};

/** Used tokens whose grant is gone. */
const removeOrphans = async (writes: Writes, over: number): Promise<number> => {
  const { numDeletedRows } = await writes
    .deleteFrom('oauth_records')
    .where('expires_at', '<', over)
    .where('consumed_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('oauth_records as grant')
            .select('grant.model')
            .whereRef('grant.grant_id', '=', 'oauth_records.grant_id')
            .where('grant.model', '=', 'Grant'),
        ),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
};
