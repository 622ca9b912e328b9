import { randomBytes } from 'node:crypto';
import type { Database, Queries } from '../../database/database.ts';
import { endGrants } from '../grants/end-grants.ts';
import { sha256 } from '../hash.ts';
import { type Credentials, makeSecret } from './client-secret.ts';
import { metadataOf, type Registration, requireNamedLifetimes, requireRegistrable } from './registration.ts';
import { noSuchClient } from './registration-error.ts';
import { type Client, toClient, writeMetadata } from './stored-client.ts';

/** Registers a client under an id of our choosing. @throws RegistrationError */
export const registerClient = async (
  database: Database,
  registration: Registration,
  now: number,
): Promise<Credentials> => {
  requireNamedLifetimes(registration.kind, registration.lifetimes ?? {});
  requireRegistrable(registration);
  const clientId = randomBytes(12).toString('hex');
  const clientSecret = registration.kind === 'confidential' ? makeSecret() : null;
  const secretHash = clientSecret === null ? null : sha256(clientSecret);
  await database.transaction(async writes => {
    await writes
      .insertInto('oauth_clients')
      .values({ client_id: clientId, secret_hash: secretHash, created_at: now, ...columnsOf(registration) })
      .execute();
  });
  return { clientId, clientSecret };
};

/** What of a client its registration decides. */
export const columnsOf = (registration: Registration) => ({
  name: registration.name.trim(),
  rate_limit: registration.rateLimit ?? null,
  ...writeMetadata(metadataOf(registration)),
});

/** Every client, the oldest first. */
export const listClients = async (queries: Queries): Promise<Client[]> =>
  (await queries.selectFrom('oauth_clients').selectAll().orderBy('created_at').execute()).map(toClient);

/** One client; inside a transaction it stays as it is until the end of it. @throws RegistrationError */
export const findClient = async (queries: Queries, clientId: string): Promise<Client> => {
  const query = queries.selectFrom('oauth_clients').selectAll().where('client_id', '=', clientId);
  const row = await (queries.isTransaction ? query.forUpdate() : query).executeTakeFirst();
  if (row === undefined) throw noSuchClient(clientId);
  return toClient(row);
};

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
