import { isDeepStrictEqual } from 'node:util';
import type { ClientMetadata } from 'oidc-provider';
import type { Queries } from '../../database/database.ts';
import { prepared } from '../../database/prepared.ts';
import { type OldSecretRow, oldSecretOf } from './old-secret.ts';
import { readMetadata } from './stored-client.ts';

/**
 * Finds clients as oidc-provider wants to be told of them; their secrets are the hashes of the real ones. The row is read
 * each time, so that what changed holds at once; what was made of it is kept for as long as it is the same.
 */
export const createFindClient = (): FindClient => {
  const made = new Map<string, { row: ClientRow; metadata: ClientMetadata }>();
  return async (queries, clientId) => {
    // RFC 6749 appendix A.1; Postgres would refuse a NUL loudly.
    if (!/^[\x20-\x7e]+$/.test(clientId)) return undefined;
    const [row] = await selectClient(queries, { clientId });
    const known = made.get(clientId);
    if (known !== undefined && isDeepStrictEqual(known.row, row)) return known.metadata;
    made.delete(clientId);
    if (row === undefined) return undefined;
    const metadata = toClientMetadata(clientId, row);
    made.set(clientId, { row, metadata });
    return metadata;
  };
};

/** Undefined for a client that is not registered. */
type FindClient = (queries: Queries, clientId: string) => Promise<ClientMetadata | undefined>;

const toClientMetadata = (clientId: string, row: ClientRow): ClientMetadata => {
  const secret = row.secret_hash === null ? {} : { client_secret: row.secret_hash, old_secret: oldSecretOf(row) };
  // The library's types know no lone `token`: see implicit.ts.
  return { ...readMetadata(row), ...secret, client_id: clientId, client_name: row.name } as ClientMetadata;
};

type ClientRow = OldSecretRow & { name: string; secret_hash: string | null; metadata: string; scopes: string };

const selectClient = prepared<{ clientId: string }, ClientRow>((queries, value) =>
  queries
    .selectFrom('oauth_clients')
    .select(['name', 'secret_hash', 'old_secret_hash', 'old_secret_until', 'metadata', 'scopes'])
    .where('client_id', '=', value('clientId')),
);
