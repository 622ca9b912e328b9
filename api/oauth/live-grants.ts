import { type ExpressionBuilder, sql } from 'kysely';
import type { Queries } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { policyOf } from './client-policy.ts';
import { scriptClientId } from './reserved-clients.ts';
import { stillAllowed } from './scopes.ts';
import { readMetadata } from './stored-client.ts';

/** A grant of which a code or token is still good. Times in milliseconds since 1970. */
export type LiveGrant = {
  /** Names it, and is no secret: nothing can be had for it. */
  id: string;
  email: string;
  clientId: string;
  clientName: string;
  /** A sign-in of the desk's own web app, a program that somebody allowed, or a token for scripts. */
  kind: 'web-app' | 'program' | 'script';
  scopes: string[];
  createdAt: number;
  /** When its newest token was made. */
  lastUsedAt: number;
  /** When the last of what is good now ends; a refresh token that is used in time moves it. */
  expiresAt: number;
  /** The session that a sign-in of the web app was made in. */
  sessionUid: string | null;
};

/** Whose grants, and to which client; everybody's and all when left out. */
export type Of = { personId?: string | undefined; clientId?: string | undefined };

/** The grants that live, the newest first, `limit` at the most. */
export const listLiveGrants = async (queries: Queries, of: Of, limit: number, now: number): Promise<LiveGrant[]> => {
  const [given, scripts] = [await listGiven(queries, of, limit, now), await listScripts(queries, of, limit, now)];
  return [...given, ...scripts].sort((one, other) => other.createdAt - one.createdAt).slice(0, limit);
};

/** What people gave to clients. */
const listGiven = async (queries: Queries, of: Of, limit: number, now: number): Promise<LiveGrant[]> => {
  const rows = await newestFirst(queries, of, limit)
    .innerJoin('oauth_clients', 'oauth_clients.client_id', 'root.client_id')
    .select(['root.uid', 'oauth_clients.name', 'oauth_clients.metadata', 'oauth_clients.scopes'])
    .select(builder => [
      tokensOf(builder).select(sql<number>`max(token.created_at)`.as('at')).as('last_used_at'),
      tokensOf(builder).select(sql<number>`max(token.expires_at)`.as('at')).as('ends_at'),
    ])
    // Written out, so that SQLite sees that its index of grants serves.
    .where('root.model', '=', sql.lit('Grant'))
    .where(builder => builder.exists(tokensOf(builder).select('token.model').where('token.expires_at', '>', now)))
    .execute();
  return rows.map(row => {
    const policy = policyOf(readMetadata(row));
    const granted = (JSON.parse(row.payload) as GrantPayload).openid.scope;
    return {
      ...told(row),
      clientName: row.name,
      kind: policy.firstParty ? 'web-app' : 'program',
      scopes: stillAllowed(granted, policy.scopes).split(' '),
      lastUsedAt: Number(row.last_used_at),
      expiresAt: Number(row.ends_at),
      sessionUid: row.uid,
    };
  });
};

/** Tokens made at the command line, which are their own grants. */
const listScripts = async (queries: Queries, of: Of, limit: number, now: number): Promise<LiveGrant[]> => {
  if (of.clientId !== undefined && of.clientId !== scriptClientId) return [];
  const rows = await newestFirst(queries, { ...of, clientId: scriptClientId }, limit)
    .select('root.expires_at')
    .where('root.model', '=', 'AccessToken')
    .where('root.expires_at', '>', now)
    .execute();
  return rows.map(row => ({
    ...told(row),
    clientName: 'A script',
    kind: 'script',
    scopes: (JSON.parse(row.payload) as ScriptPayload).scope.split(' '),
    lastUsedAt: row.created_at,
    expiresAt: Number(row.expires_at),
    sessionUid: null,
  }));
};

/** What oidc-provider keeps of a grant and of an access token, as far as it is shown. */
type GrantPayload = { openid: { scope: string } };
type ScriptPayload = { scope: string };

type Root = { grant_id: string | null; client_id: string | null; email: string; created_at: number };

const told = ({ grant_id, client_id, email, created_at }: Root) => ({
  id: grant_id ?? '',
  email,
  clientId: client_id ?? '',
  createdAt: created_at,
});

const newestFirst = (queries: Queries, { personId, clientId }: Of, limit: number) =>
  queries
    .selectFrom('oauth_records as root')
    .innerJoin('people', 'people.id', 'root.account_id')
    .select(['root.grant_id', 'root.client_id', 'root.payload', 'root.created_at', 'people.email'])
    .$if(personId !== undefined, query => query.where('root.account_id', '=', personId ?? ''))
    .$if(clientId !== undefined, query => query.where('root.client_id', '=', clientId ?? ''))
    .orderBy('root.created_at', 'desc')
    .limit(limit);

/** The codes and tokens of a grant that were not used up: a few, however many were. */
const tokensOf = (builder: ExpressionBuilder<Schema & { root: Schema['oauth_records'] }, 'root'>) =>
  builder
    .selectFrom('oauth_records as token')
    .whereRef('token.grant_id', '=', 'root.grant_id')
    .where('token.consumed_at', 'is', null)
    .where('token.model', '<>', 'Grant');
