import { type ExpressionBuilder, sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';
import { scriptClientId } from '../clients/client-ids.ts';
import { fromGrant, fromScriptToken, type LiveGrant } from './live-grant.ts';

/** Filters grants by person and client; an absent member matches all. */
export type GrantFilter = { personId?: string | undefined; clientId?: string | undefined };

/** Lists up to `limit` valid grants, newest first. */
export const listLiveGrants = async (
  queries: Queries,
  of: GrantFilter,
  limit: number,
  now: number,
): Promise<LiveGrant[]> => {
  const [granted, scripts] = [await listGranted(queries, of, limit, now), await listScripts(queries, of, limit, now)];
  return [...granted, ...scripts].sort((one, other) => other.createdAt - one.createdAt).slice(0, limit);
};

const listGranted = async (queries: Queries, of: GrantFilter, limit: number, now: number): Promise<LiveGrant[]> => {
  const rows = await newestFirst(queries, of, limit)
    .innerJoin('oauth_clients', 'oauth_clients.client_id', 'root.client_id')
    .select(['root.uid', 'oauth_clients.name', 'oauth_clients.metadata', 'oauth_clients.scopes'])
    .select(builder => [
      selectTokens(builder).select(sql<number>`max(token.created_at)`.as('at')).as('last_used_at'),
      selectTokens(builder).select(sql<number>`max(token.expires_at)`.as('at')).as('ends_at'),
    ])
    // A literal, because SQLite does not use its partial index of grants for a parameter.
    .where('root.model', '=', sql.lit('Grant'))
    .where(builder => builder.exists(selectTokens(builder).select('token.model').where('token.expires_at', '>', now)))
    .execute();
  return rows.map(fromGrant);
};

/** Script tokens are their own grants. */
const listScripts = async (queries: Queries, of: GrantFilter, limit: number, now: number): Promise<LiveGrant[]> => {
  if (of.clientId !== undefined && of.clientId !== scriptClientId) return [];
  const rows = await newestFirst(queries, { ...of, clientId: scriptClientId }, limit)
    .select('root.expires_at')
    .where('root.model', '=', 'AccessToken')
    .where('root.expires_at', '>', now)
    .execute();
  return rows.map(fromScriptToken);
};

const newestFirst = (queries: Queries, { personId, clientId }: GrantFilter, limit: number) =>
  queries
    .selectFrom('oauth_records as root')
    .innerJoin('people', 'people.id', 'root.account_id')
    .select(['root.grant_id', 'root.client_id', 'root.payload', 'root.created_at', 'people.email'])
    .$if(personId !== undefined, query => query.where('root.account_id', '=', personId ?? ''))
    .$if(clientId !== undefined, query => query.where('root.client_id', '=', clientId ?? ''))
    .orderBy('root.created_at', 'desc')
    .limit(limit);

/** Selects the unconsumed codes and tokens of a grant. */
const selectTokens = (builder: ExpressionBuilder<Schema & { root: Schema['oauth_records'] }, 'root'>) =>
  builder
    .selectFrom('oauth_records as token')
    .whereRef('token.grant_id', '=', 'root.grant_id')
    .where('token.consumed_at', 'is', null)
    .where('token.model', '<>', 'Grant');
