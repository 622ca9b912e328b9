import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { scopes } from '#contract/enums';
import { incrementCounter } from '../../database/counters.ts';
import type { Database } from '../../database/database.ts';
import { newRowColumns } from '../../database/resource-rows.ts';
import { sha256 } from '../hash.ts';
import { docsClientId } from './client-ids.ts';
import { firstPartyPolicy } from './client-policy.ts';
import { type Registration, toMetadata } from './registration.ts';
import { findClientRow, type StoredMetadata, toMetadataColumns } from './stored-client.ts';

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
 * Registers or updates the client of the docs page. The page demonstrates the authorization code and implicit grants.
 * Anyone can open the page, so its client needs consent and gets no refresh token.
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

/** Registers or updates a client; its existing tokens stay valid. An unchanged client keeps its version. */
const upsertClient = (
  database: Database,
  client: { clientId: string; name: string; secret: string | null; metadata: StoredMetadata },
  clock: () => number,
): Promise<void> => {
  const { clientId: id, name, secret, metadata } = client;
  const now = clock();
  const values = { name, secret_hash: secret === null ? null : sha256(secret), ...toMetadataColumns(metadata) };
  return database.transaction(async writes => {
    const found = await findClientRow(writes, { clientId: id });
    if (found !== null && isDeepStrictEqual(found, { ...found, ...values })) return;
    await writes
      .insertInto('clients')
      .values({ ...(await newRowColumns(writes, 'client', now, id)), ...values })
      .onConflict(conflict =>
        conflict.column('id').doUpdateSet({ ...values, version: sql`clients.version + 1`, updated_at: now }),
      )
      .execute();
    await incrementCounter(writes, 'clients.changes');
  });
};
