import { isDeepStrictEqual } from 'node:util';
import type { ClientMetadata } from 'oidc-provider';
import type { Queries } from '../../database/database.ts';
import { prepareQuery } from '../../database/prepare-query.ts';
import { type OldSecretRow, toOldSecret } from './client-secret.ts';
import { parseMetadata } from './stored-client.ts';

/**
 * Creates a loader of client metadata for oidc-provider, with hashes in place of secrets. It reads the row at each call,
 * so that changes apply immediately, and returns the same object for an unchanged row.
 */
export const createClientLoader = (): FindClient => {
  const cache = new Map<string, { row: ClientRow; metadata: ClientMetadata }>();
  return async (queries, clientId) => {
    // RFC 6749 appendix A.1; PostgreSQL would raise an error for a NUL.
    if (!/^[\x20-\x7e]+$/.test(clientId)) return undefined;
    const [row] = await selectClient(queries, { clientId });
    const cached = cache.get(clientId);
    if (cached !== undefined && isDeepStrictEqual(cached.row, row)) return cached.metadata;
    cache.delete(clientId);
    if (row === undefined) return undefined;
    const metadata = toClientMetadata(clientId, row);
    cache.set(clientId, { row, metadata });
    return metadata;
  };
};

/** Returns undefined for an unknown client. */
type FindClient = (queries: Queries, clientId: string) => Promise<ClientMetadata | undefined>;

const toClientMetadata = (clientId: string, row: ClientRow): ClientMetadata => {
  const secret = row.secret_hash === null ? {} : { client_secret: row.secret_hash, old_secret: toOldSecret(row) };
  // The library's types do not allow `token` as the only response type: see implicit.ts.
  return { ...parseMetadata(row), ...secret, client_id: clientId, client_name: row.name } as ClientMetadata;
};

type ClientRow = OldSecretRow & { name: string; secret_hash: string | null; metadata: string; scopes: string };

const selectClient = prepareQuery<{ clientId: string }, ClientRow>((queries, value) =>
  queries
    .selectFrom('oauth_clients')
    .select(['name', 'secret_hash', 'old_secret_hash', 'old_secret_until', 'metadata', 'scopes'])
    .where('client_id', '=', value('clientId')),
);
