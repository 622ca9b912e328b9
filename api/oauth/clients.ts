import { randomBytes } from 'node:crypto';
import type { ClientMetadata } from 'oidc-provider';
import { type Scope, scopes } from '#contract/vocabulary';
import type { Database, Queries, Writes } from '../database/database.ts';
import { firstPartyPolicy, policyOf } from './client-policy.ts';
import { sha256 } from './hash.ts';
import {
  metadataOf,
  parseMetadata,
  type Registration,
  RegistrationError,
  requireRegistrable,
  type StoredMetadata,
} from './registration.ts';

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

/** Credentials of a client: the secret is shown this once, only its hash is kept. */
export type Credentials = { clientId: string; clientSecret: string | null };

const hex = (bytes: number): string => randomBytes(bytes).toString('hex');

/** Registers a client under an id of our choosing. @throws RegistrationError */
export const registerClient = async (
  database: Database,
  registration: Registration,
  now: number,
): Promise<Credentials> => {
  requireRegistrable(registration);
  const clientId = hex(12);
  // Hex, so that clients that forget to form-encode it for Basic (RFC 6749 2.3.1) work too.
  const clientSecret = registration.kind === 'confidential' ? hex(32) : null;
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

/** Gives a confidential client a new secret; the old one stops working at once. @throws RegistrationError */
export const rotateClientSecret = async (database: Database, clientId: string): Promise<Credentials> => {
  const clientSecret = hex(32);
  await database.transaction(async writes => {
    await requireRotatable(writes, clientId);
    await writes
      .updateTable('oauth_clients')
      .set({ secret_hash: sha256(clientSecret) })
      .where('client_id', '=', clientId)
      .execute();
  });
  return { clientId, clientSecret };
};

const requireRotatable = async (writes: Writes, clientId: string): Promise<void> => {
  const row = await writes
    .selectFrom('oauth_clients')
    .select(['secret_hash', 'metadata'])
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (row === undefined) throw noSuchClient(clientId);
  if (row.secret_hash === null) throw new RegistrationError(`The client ${clientId} is public: it has no secret.`);
  if (policyOf(parseMetadata(row.metadata)).firstParty) {
    throw new RegistrationError(
      'That is the desk’s own web app. Change OAUTH_CLIENT_SECRET, or remove bff-client.json, and start both servers again.',
    );
  }
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
    await writes.deleteFrom('oauth_records').where('client_id', '=', clientId).execute();
    const { numDeletedRows } = await writes
      .deleteFrom('oauth_clients')
      .where('client_id', '=', clientId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw noSuchClient(clientId);
  });

const noSuchClient = (clientId: string): RegistrationError => new RegistrationError(`There is no client ${clientId}.`);

/**
 * Sees to it that the bff's client is registered as the bff is configured now: its secret, and its addresses under
 * `deskUrl`, the origin where browsers reach it.
 */
export const ensureBffClient = (
  database: Database,
  { id, secret, deskUrl }: { id: string; secret: string; deskUrl: string },
  clock: () => number,
): Promise<void> => {
  const registration: Registration = {
    name: 'Stardesk',
    redirectUris: [`${deskUrl}/auth`],
    kind: 'confidential',
    scopes: [...scopes],
  };
  const metadata = { ...metadataOf(registration, firstPartyPolicy), post_logout_redirect_uris: [`${deskUrl}/`] };
  return putClient(database, { clientId: id, name: registration.name, secret, metadata }, clock);
};

/** Registers a client of the desk's own under a known id, or brings it up to date; its tokens stay. */
export const putClient = (
  database: Database,
  client: { clientId: string; name: string; secret: string | null; metadata: StoredMetadata },
  clock: () => number,
): Promise<void> => {
  const { clientId, name, secret, metadata } = client;
  const values = { name, secret_hash: secret === null ? null : sha256(secret), metadata: JSON.stringify(metadata) };
  return database.transaction(async writes => {
    await writes
      .insertInto('oauth_clients')
      .values({ client_id: clientId, ...values, created_at: clock() })
      .onConflict(conflict => conflict.column('client_id').doUpdateSet(values))
      .execute();
  });
};

/** A client as oidc-provider wants to be told of it; its secret is the hash of the real one. */
export const findClientMetadata = async (queries: Queries, clientId: string): Promise<ClientMetadata | null> => {
  // RFC 6749 appendix A.1; Postgres would refuse a NUL loudly.
  if (!/^[\x20-\x7e]+$/.test(clientId)) return null;
  const row = await queries
    .selectFrom('oauth_clients')
    .select(['name', 'secret_hash', 'metadata'])
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const secret = row.secret_hash === null ? {} : { client_secret: row.secret_hash };
  // The library's types know no lone `token`: see implicit.ts.
  return { ...parseMetadata(row.metadata), ...secret, client_id: clientId, client_name: row.name } as ClientMetadata;
};
