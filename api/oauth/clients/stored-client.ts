import type { Selectable } from 'kysely';
import type { Scope } from '#contract/vocabulary';
import type { OAuthClientRow } from '../../database/schema.ts';
import { parseScopes } from '../scopes.ts';
import { type ClientPolicy, type Lifetimes, policyOf } from './client-policy.ts';
import { docsClientId } from './reserved-clients.ts';

/** What oidc-provider is told of a client beside its name and secret, and what the desk decides for it. */
export type StoredMetadata = {
  redirect_uris: string[];
  post_logout_redirect_uris?: string[];
  application_type: 'web';
  token_endpoint_auth_method: 'client_secret_basic' | 'none';
  grant_types: string[];
  response_types: ('code' | 'token')[];
  policy: ClientPolicy;
};

/** The scopes have a column of their own, which is looked at with every token. */
export const readMetadata = ({ metadata, scopes }: Pick<Row, 'metadata' | 'scopes'>): StoredMetadata => {
  const { policy, ...stored } = JSON.parse(metadata) as StoredMetadata;
  return { ...stored, policy: { ...policy, scopes: parseScopes(scopes).known } };
};

/** The columns that {@link readMetadata} reads. */
export const writeMetadata = ({ policy, ...stored }: StoredMetadata): Pick<Row, 'metadata' | 'scopes'> => {
  const { scopes, ...kept } = policy;
  return { metadata: JSON.stringify({ ...stored, policy: kept }), scopes: scopes.join(' ') };
};

type Row = Selectable<OAuthClientRow>;

/** A client as whoever runs the desk sees it. */
export type Client = {
  clientId: string;
  name: string;
  kind: 'confidential' | 'public' | 'implicit' | 'first-party';
  /** Registered by the server itself, and anew at each start. */
  own: boolean;
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  scopes: Scope[];
  /** Requests a minute of one person through it; null for as many as the desk gives every client. */
  rateLimit: number | null;
  lifetimes: Lifetimes;
  /** Whether it gets refresh tokens at all. */
  refreshes: boolean;
  createdAt: number;
  /** Until when the secret before its own is good too; null when there is none. */
  oldSecretUntil: number | null;
};

export const toClient = (row: Row): Client => {
  const stored = readMetadata(row);
  const { firstParty, scopes, ...lifetimes } = policyOf(stored);
  const open = stored.response_types.includes('token') ? 'implicit' : 'public';
  return {
    clientId: row.client_id,
    name: row.name,
    kind: firstParty ? 'first-party' : row.secret_hash === null ? open : 'confidential',
    own: firstParty || row.client_id === docsClientId,
    redirectUris: stored.redirect_uris,
    postLogoutRedirectUris: stored.post_logout_redirect_uris ?? [],
    scopes,
    rateLimit: row.rate_limit,
    lifetimes,
    refreshes: stored.grant_types.includes('refresh_token'),
    createdAt: row.created_at,
    oldSecretUntil: row.old_secret_until,
  };
};
