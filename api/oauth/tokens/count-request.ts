import { sql } from 'kysely';
import { batchQueries } from '../../database/batch-queries.ts';
import type { Database, Queries } from '../../database/database.ts';
import { findStoreOutage, type StoreOutage } from '../../database/outage.ts';
import { prepareQuery } from '../../database/prepare-query.ts';
import type { FindPrincipal, Principal } from '../../http/principal.ts';
import { callerKeyPrefix, callerKeySeparator, windowMilliseconds } from '../../http/rate-limit.ts';
import { scriptClientId } from '../clients/client-ids.ts';
import { sha256 } from '../hash.ts';
import { type CallerRow, selectCallers, toPrincipal } from './principal.ts';

/**
 * Finds the principal of a bearer token. On PostgreSQL, the same statement counts the request; one statement finds and
 * counts all requests of one event-loop iteration. On SQLite, the rate limiter counts requests in memory.
 */
export const createFindAndCount = (database: Database, findPrincipal: FindPrincipal): FindPrincipal => {
  if (database.engine === 'sqlite') return findPrincipal;
  const findAndCount = batchQueries((idHashes: readonly string[]) => countRequests(database.read, idHashes));
  return async token => {
    try {
      return await findAndCount(sha256(token));
    } catch (error) {
      const outage = findStoreOutage(error);
      if (outage !== null && readable.has(outage)) return findPrincipal(token);
      throw error;
    }
  };
};

/** Outages in which reads can still succeed. The limiter then counts in memory. */
const readable: ReadonlySet<StoreOutage> = new Set(['full', 'read_only', 'failing']);

/**
 * Finds the principals of requests and counts the requests.
 * @param idHashes the token hash of each request; requests with the same token repeat the hash
 */
const countRequests = async (
  queries: Queries,
  idHashes: readonly string[],
): Promise<(Principal | 'expired' | 'invalid')[]> => {
  const now = Date.now(); // The clock of rate-limiter-flexible.
  const requests = Map.groupBy(idHashes, idHash => idHash);
  const rows = await selectAndCount(queries, {
    hashes: [...requests.keys()],
    requests: [...requests.values()].map(({ length }) => length),
    now,
    expire: now + windowMilliseconds,
  });
  const callers = new Map(rows.map(row => [row.id_hash, row]));
  /** The number of requests of each key that have no count yet. */
  const remaining = new Map<string | null, number>();
  for (const { key, requests: count } of rows) remaining.set(key, (remaining.get(key) ?? 0) + count);
  return idHashes.map(idHash => {
    const row = callers.get(idHash);
    const found = row === undefined ? null : toPrincipal(row);
    if (row === undefined || found === null) return 'invalid';
    if (found.expiresAt <= now || row.points === null) return 'expired';
    const later = (remaining.get(row.key) ?? 1) - 1;
    remaining.set(row.key, later);
    const counted = { consumedPoints: row.points - later, msBeforeNext: Math.max(0, (row.expire ?? 0) - now) };
    return { ...found, counted };
  });
};

/**
 * A caller after its requests were counted. `key`, `points` and `expire` are null if the token has expired or its
 * client was removed.
 */
type CountedCaller = CallerRow & {
  id_hash: string;
  requests: number;
  key: string | null;
  points: number | null;
  expire: number | null;
};

type CountParameters = { hashes: readonly string[]; requests: readonly number[]; now: number; expire: number };

/** Selects callers and counts their requests. rate-limiter-flexible reads and reverts the same counts. */
const selectAndCount = prepareQuery<CountParameters, CountedCaller>((queries, value) => {
  const sent = sql<{ hash: string; requests: number }>`unnest(${value('hashes')}::text[], ${value('requests')}::int[])`;
  const key = sql<string>`${sql.lit(`${callerKeyPrefix}:`)} || ${sql.ref('people.id')} || ${sql.lit(callerKeySeparator)} || ${sql.ref('client_id')}`;
  return queries
    .with('callers', ctes =>
      selectCallers(ctes)
        .innerJoin(sent.as<'sent'>(sql`sent(hash, requests)`), 'sent.hash', 'id_hash')
        .select(({ eb, ref, and, or }) => [
          'id_hash',
          'sent.requests',
          eb
            .case()
            .when(
              and([
                // The payload of a token has its expiry in whole seconds.
                eb(sql`${ref('expires_at')} / 1000 * 1000`, '>', value('now')),
                or([eb('clients.id', 'is not', null), eb('client_id', '=', scriptClientId)]),
              ]),
            )
            .then(key)
            .end()
            .as('caller_key'),
        ]),
    )
    .with('counted', ctes =>
      ctes
        .insertInto('rate_limits')
        .columns(['key', 'points', 'expire'])
        .expression(({ selectFrom }) =>
          selectFrom('callers')
            .select(({ ref, fn }) => [
              ref('caller_key').$notNull().as('key'),
              sql<number>`${fn.sum('requests')}`.as('points'),
              sql<number>`cast(${value('expire')} as bigint)`.as('expire'),
            ])
            .where('caller_key', 'is not', null)
            .groupBy('caller_key')
            // Processes lock the rows in the same order, so that they cannot deadlock.
            .orderBy('caller_key'),
        )
        .onConflict(conflict =>
          conflict.column('key').doUpdateSet({
            points: sql`excluded.points + case when rate_limits.expire <= ${value('now')} then 0 else rate_limits.points end`,
            expire: sql`case when rate_limits.expire <= ${value('now')} then excluded.expire else rate_limits.expire end`,
          }),
        )
        .returning(['key', 'points', 'expire']),
    )
    .selectFrom('callers')
    .leftJoin('counted', 'counted.key', 'caller_key')
    .selectAll();
});
