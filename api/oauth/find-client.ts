import type { ClientMetadata } from 'oidc-provider';
import type { Queries } from '../database/database.ts';
import { prepared } from '../database/prepared.ts';
import { type OldSecretRow, oldSecretOf } from './old-secret.ts';
import { readMetadata } from './stored-client.ts';

/** A client as oidc-provider wants to be told of it; its secret is the hash of the real one. */
export const findClientMetadata = async (queries: Queries, clientId: string): Promise<ClientMetadata | null> => {
  // RFC 6749 appendix A.1; Postgres would refuse a NUL loudly.
  if (!/^[\x20-\x7e]+$/.test(clientId)) return null;
  const [row] = await selectClient(queries, { clientId });
  if (row === undefined) return null;
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
