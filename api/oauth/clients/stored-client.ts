import { isDeepStrictEqual } from 'node:util';
import type { Selectable } from 'kysely';
import type { ClientMetadata } from 'oidc-provider';
import type { Scope } from '#contract/enums';
import type { Queries } from '../../database/database.ts';
import { prepareQuery } from '../../database/prepare-query.ts';
import { prepareFind } from '../../database/resource-rows.ts';
import type { ClientTable } from '../../database/schema.ts';
import { parseScopes } from '../scopes.ts';
import { docsClientId } from './client-ids.ts';
import { type ClientPolicy, getPolicy, type Lifetimes } from './client-policy.ts';

/** The desk's policy for a client, and the metadata that oidc-provider needs, except id, name and secret. */
export type StoredMetadata = {
  redirect_uris: string[];
  post_logout_redirect_uris?: string[];
  application_type: 'web';
  token_endpoint_auth_method: 'client_secret_basic' | 'none';
  grant_types: string[];
  response_types: ('code' | 'token')[];
  policy: ClientPolicy;
};

/** Parses the metadata of a row. Scopes have their own column, which each token check reads. */
export const parseMetadata = ({ metadata, scopes }: Pick<ClientRow, 'metadata' | 'scopes'>): StoredMetadata => {
  const { policy, ...stored } = JSON.parse(metadata) as StoredMetadata;
  return { ...stored, policy: { ...policy, scopes: parseScopes(scopes).known } };
};

/** Converts metadata to the columns that {@link parseMetadata} reads. */
export const toMetadataColumns = ({ policy, ...stored }: StoredMetadata): Pick<ClientRow, 'metadata' | 'scopes'> => {
  const { scopes, ...rest } = policy;
  return { metadata: JSON.stringify({ ...stored, policy: rest }), scopes: scopes.join(' ') };
};

export type ClientRow = Selectable<ClientTable>;

/** Finds a client by its id; null if unknown. Inside a transaction, locks its row. */
export const findClientRow = prepareFind<{ clientId: string }, ClientRow>((queries, value) =>
  queries.selectFrom('clients').selectAll().where('id', '=', value('clientId')),
);

/** The parsed row of a client; times in milliseconds since 1970. */
export type Client = {
  clientId: string;
  name: string;
  kind: 'confidential' | 'public' | 'implicit' | 'first-party';
  /** True if the server registers the client at each start. */
  isBuiltIn: boolean;
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  scopes: Scope[];
  /** Requests per minute per person; null for the limit of the desk. */
  rateLimit: number | null;
  lifetimes: Lifetimes;
  hasRefreshTokens: boolean;
  createdAt: number;
  /** When the previous secret expires, or null. */
  oldSecretUntil: number | null;
};

/** Parses a stored client. @throws ZodError if the stored policy is invalid */
export const toClient = (row: ClientRow): Client => {
  const stored = parseMetadata(row);
  const { firstParty, scopes, ...lifetimes } = getPolicy(stored);
  const publicKind = stored.response_types.includes('token') ? 'implicit' : 'public';
  return {
    clientId: row.id,
    name: row.name,
    kind: firstParty ? 'first-party' : row.secret_hash === null ? publicKind : 'confidential',
    isBuiltIn: firstParty || row.id === docsClientId,
    redirectUris: stored.redirect_uris,
    postLogoutRedirectUris: stored.post_logout_redirect_uris ?? [],
    scopes,
    rateLimit: row.rate_limit,
    lifetimes,
    hasRefreshTokens: stored.grant_types.includes('refresh_token'),
    createdAt: row.created_at,
    oldSecretUntil: row.old_secret_until,
  };
};

/**
 * Creates a loader of client metadata for oidc-provider, with hashes in place of secrets. It reads the row again after
 * each commit, so that changes apply immediately, and returns the same object for an unchanged row.
 *
 * @param getRevision returns a number that changes with every commit, null if unknown
 */
export const createClientLoader = (getRevision: () => number | null = () => null): FindClient => {
  const cache = new Map<string, { row: ProviderRow; metadata: ClientMetadata; revision: number | null }>();
  return async (queries, clientId) => {
    // RFC 6749 appendix A.1; PostgreSQL would raise an error for a NUL.
    if (!/^[\x20-\x7e]+$/.test(clientId)) return undefined;
    const cached = cache.get(clientId);
    const revision = getRevision();
    if (cached !== undefined && revision !== null && cached.revision === revision) return cached.metadata;
    const [row] = await selectClient(queries, { clientId });
    cache.delete(clientId);
    if (row === undefined) return undefined;
    const isUnchanged = isDeepStrictEqual(cached?.row, row);
    const metadata = cached !== undefined && isUnchanged ? cached.metadata : toClientMetadata(clientId, row);
    cache.set(clientId, { row, metadata, revision });
    return metadata;
  };
};

/** Returns undefined for an unknown client. */
type FindClient = (queries: Queries, clientId: string) => Promise<ClientMetadata | undefined>;

const toClientMetadata = (clientId: string, row: ProviderRow): ClientMetadata => {
  const secret = row.secret_hash === null ? {} : { client_secret: row.secret_hash, old_secret: toOldSecret(row) };
  // oidc-provider's types do not allow `token` as the only response type: see implicit.ts.
  return { ...parseMetadata(row), ...secret, client_id: clientId, client_name: row.name } as ClientMetadata;
};

/** Converts a row to the member that `verifyClientSecret` reads; undefined without an old secret. */
const toOldSecret = ({ old_secret_hash: hash, old_secret_until: until }: ProviderRow) =>
  hash === null || until === null ? undefined : { hash, until };

type ProviderRow = Pick<
  ClientRow,
  'name' | 'secret_hash' | 'old_secret_hash' | 'old_secret_until' | 'metadata' | 'scopes'
>;

const selectClient = prepareQuery<{ clientId: string }, ProviderRow>((queries, value) =>
  queries
    .selectFrom('clients')
    .select(['name', 'secret_hash', 'old_secret_hash', 'old_secret_until', 'metadata', 'scopes'])
    .where('id', '=', value('clientId')),
);
