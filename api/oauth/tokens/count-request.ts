import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { findStoreOutage, type StoreOutage } from '../../database/outage.ts';
import { prepareQuery } from '../../database/prepare-query.ts';
import type { FindPrincipal } from '../../http/principal.ts';
import { callerKeyPrefix, callerKeySeparator, windowMilliseconds } from '../../http/rate-limit.ts';
import { scriptClientId } from '../clients/client-ids.ts';
import { sha256 } from '../hash.ts';
import { type CallerRow, selectCaller, toPrincipal } from './principal.ts';

/**
 * Finds the principal of a bearer token; on PostgreSQL, the same statement counts its request. On SQLite the rate
 * limiter counts requests in memory.
 */
export const createFindAndCount = (database: Database, findPrincipal: FindPrincipal): FindPrincipal => {
  if (database.engine === 'sqlite') return findPrincipal;
  return async token => {
    const now = Date.now(); // The clock of rate-limiter-flexible.
    const values = { idHash: sha256(token), now, expire: now + windowMilliseconds };
    let row: CountedCaller | undefined;
    try {
      [row] = await selectAndCount(database.read, values);
    } catch (error) {
      const outage = findStoreOutage(error);
      if (outage !== null && readable.has(outage)) return findPrincipal(token);
      throw error;
    }
    const found = row === undefined ? null : toPrincipal(row);
    if (row === undefined || found === null) return 'invalid';
    if (found.expiresAt <= now || row.points === null) return 'expired';
    const counted = { consumedPoints: row.points, msBeforeNext: Math.max(0, (row.expire ?? 0) - now) };
    return { ...found, counted };
  };
};

/** Outages in which reads can still succeed. The limiter then counts in memory. */
const readable: ReadonlySet<StoreOutage> = new Set(['full', 'read_only', 'failing']);

/** `points` and `expire` are null if the token has expired or its client was removed. */
type CountedCaller = CallerRow & { points: number | null; expire: number | null };

/** Counts like rate-limiter-flexible, whose limiter reads and reverts the counts. */
const selectAndCount = prepareQuery<{ idHash: string; now: number; expire: number }, CountedCaller>((queries, value) =>
  queries
    .with('caller', ctes =>
      selectCaller(ctes, value('idHash')).select([
        'oauth_records.client_id as token_client',
        'clients.id as registered_client',
        'expires_at',
      ]),
    )
    .with('counted', ctes =>
      ctes
        .insertInto('rate_limits')
        .columns(['key', 'points', 'expire'])
        .expression(({ selectFrom }) =>
          selectFrom('caller')
            .select(({ ref }) => [
              sql<string>`${sql.lit(`${callerKeyPrefix}:`)} || ${ref('id')} || ${sql.lit(callerKeySeparator)} || ${ref('token_client')}`.as(
                'key',
              ),
              sql.lit(1).as('points'),
              sql<number>`cast(${value('expire')} as bigint)`.as('expire'),
            ])
            // Payloads hold whole seconds.
            .where(({ ref }) => sql`${ref('expires_at')} / 1000 * 1000`, '>', value('now'))
            .where(({ or, eb }) =>
              or([eb('registered_client', 'is not', null), eb('token_client', '=', scriptClientId)]),
            ),
        )
        .onConflict(conflict =>
          conflict.column('key').doUpdateSet({
            points: sql`case when rate_limits.expire <= ${value('now')} then 1 else rate_limits.points + 1 end`,
            expire: sql`case when rate_limits.expire <= ${value('now')} then excluded.expire else rate_limits.expire end`,
          }),
        )
        .returning(['points', 'expire']),
    )
    .selectFrom('caller')
    .leftJoin('counted', join => join.onTrue())
    .selectAll(),
);
