import { scopes } from '#contract/enums';
import type { Database } from '../../database/database.ts';
import { sha256 } from '../hash.ts';
import { docsClientId } from './client-ids.ts';
import { firstPartyPolicy } from './client-policy.ts';
import { type Registration, toMetadata } from './registration.ts';
import { type StoredMetadata, toMetadataColumns } from './stored-client.ts';

/** Registers or updates the bff's client with its configured secret. `deskUrl` is the origin that browsers use. */
export const ensureBffClient = (
  database: Database,
  { id, secret, deskUrl }: { id: string; secret: string; deskUrl: string },
  clock: () => number,
): Promise<void> => {
  const registration: Registration = {
    name: 'Stardesk',
    redirectUris: [`${deskUrl}/auth`],
    kind: 'confidential',
    postLogoutRedirectUris: [`${deskUrl}/`],
    scopes: [...scopes],
  };
  const metadata = toMetadata(registration, firstPartyPolicy);
  return upsertClient(database, { clientId: id, name: registration.name, secret, metadata }, clock);
};

/**
 * Registers or updates the client of the docs page. The page demonstrates both grants that a page can use. Anyone can
 * open it, so it needs consent and gets no refresh token.
 */
export const ensureDocsClient = (database: Database, redirectUri: string, clock: () => number): Promise<void> => {
  const name = 'API reference';
  const metadata: StoredMetadata = {
    ...toMetadata({ name, redirectUris: [redirectUri], kind: 'public', scopes: [...scopes] }),
    grant_types: ['authorization_code', 'implicit'],
    response_types: ['code', 'token'],
  };
  return upsertClient(database, { clientId: docsClientId, name, secret: null, metadata }, clock);
};

/** Registers or updates a client. Its existing tokens stay valid. */
const upsertClient = (
  database: Database,
  client: { clientId: string; name: string; secret: string | null; metadata: StoredMetadata },
  clock: () => number,
): Promise<void> => {
  const { clientId, name, secret, metadata } = client;
  const values = { name, secret_hash: secret === null ? null : sha256(secret), ...toMetadataColumns(metadata) };
  return database.transaction(async writes => {
    await writes
      .insertInto('oauth_clients')
      .values({ client_id: clientId, ...values, created_at: clock() })
      .onConflict(conflict => conflict.column('client_id').doUpdateSet(values))
      .execute();
  });
};
