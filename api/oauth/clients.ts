import { randomBytes } from 'node:crypto';
import type { Scope } from '#contract/vocabulary';
import type { Database, Queries } from '../database/database.ts';
import { policyOf } from './client-policy.ts';
import { type Credentials, makeSecret } from './client-secret.ts';
import { endGrants } from './end-grants.ts';
import { sha256 } from './hash.ts';
import { metadataOf, parseMetadata, type Registration, requireRegistrable } from './registration.ts';
import { noSuchClient } from './registration-error.ts';

/** A client as whoever runs the desk sees it. */
export type Client = {
  clientId: string;
  name: string;
  kind: 'confidential' | 'public' | 'implicit' | 'first-party';
  redirectUris: string[];
  scopes: Scope[];
  createdAt: number;
  /** Requests a minute of one person through it; null for as many as the desk gives every client. */
  rateLimit: number | null;
};

/** Registers a client under an id of our choosing. @throws RegistrationError */
export const registerClient = async (
  database: Database,
  registration: Registration,
  now: number,
): Promise<Credentials> => {
  requireRegistrable(registration);
  const clientId = randomBytes(12).toString('hex');
  const clientSecret = registration.kind === 'confidential' ? makeSecret() : null;
  await database.transaction(async writes => {
    await writes
      .insertInto('oauth_clients')
      .values({
        client_id: clientId,
        name: registration.name,
        secret_hash: clientSecret === null ? null : sha256(clientSecret),
        metadata: JSON.stringify(metadataOf(registration)),
        created_at: now,
        rate_limit: registration.rateLimit ?? null,
      })
      .execute();
  });
  return { clientId, clientSecret };
};

/** Every client, the oldest first. */
export const listClients = async (queries: Queries): Promise<Client[]> => {
  const rows = await queries.selectFrom('oauth_clients').selectAll().orderBy('created_at').execute();
  return rows.map(({ client_id, name, secret_hash, metadata, created_at, rate_limit }) => {
    const stored = parseMetadata(metadata);
    const policy = policyOf(stored);
    const open = stored.response_types.includes('token') ? 'implicit' : 'public';
    const kind = policy.firstParty ? 'first-party' : secret_hash === null ? open : 'confidential';
    return {
      clientId: client_id,
      name,
      kind,
      redirectUris: stored.redirect_uris,
      scopes: policy.scopes,
      createdAt: created_at,
      rateLimit: rate_limit,
    };
  });
};

/** Gives a client a limit of its own, or with null the desk's again; it holds from the next request on. @throws RegistrationError */
export const setRateLimit = (database: Database, clientId: string, rateLimit: number | null): Promise<void> =>
  database.transaction(async writes => {
    const { numUpdatedRows } = await writes
      .updateTable('oauth_clients')
      .set({ rate_limit: rateLimit })
      .where('client_id', '=', clientId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw noSuchClient(clientId);
  });

/** Removes a client with every grant and token it was given. @throws RegistrationError */
export const removeClient = (database: Database, clientId: string): Promise<void> =>
  database.transaction(async writes => {
    await endGrants(writes, { client_id: clientId });
    const { numDeletedRows } = await writes
      .deleteFrom('oauth_clients')
      .where('client_id', '=', clientId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw noSuchClient(clientId);
  });
