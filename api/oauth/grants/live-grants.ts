import { type ExpressionBuilder, type NotNull, sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';
import { scriptClientId } from '../clients/client-ids.ts';
import { getPolicy } from '../clients/client-policy.ts';
import { parseMetadata } from '../clients/stored-client.ts';
import { filterAllowedScopes } from '../scopes.ts';

/** A grant with a valid code or token. Times in milliseconds since 1970. */
export type LiveGrant = {
  /** Not a secret: it gives no access. */
  id: string;
  personId: string;
  email: string;
  clientId: string;
  /** The name of the client or of the script token. */
  clientName: string;
  /** A sign-in to the web app, a connected app, or a script token. */
  kind: 'web-app' | 'connected-app' | 'script';
  /** Excludes scopes that the client may no longer have. */
  scopes: string[];
  createdAt: number;
  /** When the newest code or token of the grant was issued. */
  lastUsedAt: number;
  /** When the last code or token expires. A refresh extends this time, up to the client's absolute lifetime. */
  expiresAt: number;
  /** The session uid of a sign-in to the web app; null for other kinds. */
  sessionUid: string | null;
};

/** Filters grants by person, client and id; an absent member matches all. */
export type GrantFilter = { personId?: string | undefined; clientId?: string | undefined; id?: string };

/** Lists up to `limit` valid grants, newest first. */
export const listLiveGrants = async (
  queries: Queries,
  filter: GrantFilter,
  limit: number,
  now: number,
): Promise<LiveGrant[]> => {
  const [clientGrants, scripts] = [
    await listClientGrants(queries, filter, limit, now),
    await listScripts(queries, filter, limit, now),
  ];
  return [...clientGrants, ...scripts].sort((left, right) => right.createdAt - left.createdAt).slice(0, limit);
};

/** Lists up to `limit` valid grants of connected apps, newest first. */
export const listAppGrants = async (
  queries: Queries,
  filter: GrantFilter,
  limit: number,
  now: number,
): Promise<LiveGrant[]> => listClientGrants(queries, { ...filter, appsOnly: true }, limit, now);

/** `appsOnly` excludes sign-ins to the web app. Their grants have the uid of a session: see startGrant. */
const listClientGrants = async (
  queries: Queries,
  { appsOnly = false, ...filter }: GrantFilter & { appsOnly?: boolean },
  limit: number,
  now: number,
): Promise<LiveGrant[]> => {
  const rows = await selectNewest(queries, filter, limit)
    .innerJoin('clients', 'clients.id', 'root.client_id')
    .select(['root.uid as sessionUid', 'clients.name', 'clients.metadata', 'clients.scopes'])
    .$if(appsOnly, query => query.where('root.uid', 'is', null))
    .select(builder => [
      selectTokens(builder).select(sql<number>`max(token.created_at)`.as('at')).as('lastUsedAt'),
      selectTokens(builder).select(sql<number>`max(token.expires_at)`.as('at')).as('expiresAt'),
    ])
    // A literal, because SQLite does not use its partial index of grants for a parameter.
    .where('root.model', '=', sql.lit('Grant'))
    .where(builder => builder.exists(selectTokens(builder).select('token.model').where('token.expires_at', '>', now)))
    .execute();
  return rows.map(({ payload, name, metadata, scopes, lastUsedAt, expiresAt, ...grant }) => {
    const policy = getPolicy(parseMetadata({ metadata, scopes }));
    const { openid } = JSON.parse(payload) as { openid: { scope: string } };
    return {
      ...grant,
      clientName: name,
      kind: policy.firstParty ? 'web-app' : 'connected-app',
      scopes: splitScope(filterAllowedScopes(openid.scope, policy.scopes)),
      lastUsedAt: lastUsedAt ?? grant.createdAt,
      expiresAt: expiresAt ?? grant.createdAt,
    };
  });
};

/** The name of script tokens that were created without a name. */
export const defaultTokenName = 'A script';

/** Lists up to `limit` valid script tokens, newest first. Each token is its own grant. */
export const listScripts = async (
  queries: Queries,
  filter: GrantFilter,
  limit: number,
  now: number,
): Promise<LiveGrant[]> => {
  if (filter.clientId !== undefined && filter.clientId !== scriptClientId) return [];
  const rows = await selectNewest(queries, { ...filter, clientId: scriptClientId }, limit)
    .select('root.expires_at as expiresAt')
    .where('root.model', '=', 'AccessToken')
    .where('root.expires_at', '>', now)
    .execute();
  return rows.map(({ payload, expiresAt, ...token }) => {
    const { scope, name = defaultTokenName } = JSON.parse(payload) as { scope: string; name?: string };
    return {
      ...token,
      clientName: name,
      kind: 'script',
      scopes: splitScope(scope),
      lastUsedAt: token.createdAt,
      expiresAt: expiresAt ?? token.createdAt,
      sessionUid: null,
    };
  });
};

const selectNewest = (queries: Queries, { personId, clientId, id }: GrantFilter, limit: number) =>
  queries
    .selectFrom('oauth_records as root')
    .innerJoin('people', 'people.id', 'root.account_id')
    .select(['root.grant_id as id', 'root.client_id as clientId', 'people.id as personId', 'people.email'])
    .select(['root.payload', 'root.created_at as createdAt'])
    .$narrowType<{ id: NotNull; clientId: NotNull }>()
    .$if(personId !== undefined, query => query.where('root.account_id', '=', personId ?? ''))
    .$if(clientId !== undefined, query => query.where('root.client_id', '=', clientId ?? ''))
    .$if(id !== undefined, query => query.where('root.grant_id', '=', id ?? ''))
    .orderBy('root.created_at', 'desc')
    .limit(limit);

/** Selects the unconsumed codes and tokens of a grant. */
const selectTokens = (builder: ExpressionBuilder<Schema & { root: Schema['oauth_records'] }, 'root'>) =>
  builder
    .selectFrom('oauth_records as token')
    .whereRef('token.grant_id', '=', 'root.grant_id')
    .where('token.consumed_at', 'is', null)
    .where('token.model', '<>', 'Grant');

const splitScope = (scope: string): string[] => scope.split(' ').filter(each => each !== '');
