import { randomBytes } from 'node:crypto';
import { type AuditActor, recordAudit } from '../../database/audit-log.ts';
import type { Database, Queries } from '../../database/database.ts';
import { revokeGrants } from '../grants/revoke-grants.ts';
import { sha256 } from '../hash.ts';
import { type ClientCredentials, generateClientSecret } from './client-secret.ts';
import { formatClientAsJson } from './format-client.ts';
import {
  type Registration,
  RegistrationError,
  requireApplicableLifetimes,
  requireValidRegistration,
  toMetadata,
  unknownClientError,
} from './registration.ts';
import { type Client, toClient, toMetadataColumns } from './stored-client.ts';

/** A change to a client. Its kind is fixed, because it decides how the client authenticates. */
export type ClientChange = Partial<Omit<Registration, 'kind'>>;

/** Registers a client under a random id. @throws RegistrationError */
export const registerClient = async (
  database: Database,
  registration: Registration,
  actor: AuditActor,
): Promise<ClientCredentials> => {
  requireApplicableLifetimes(registration.kind, registration.lifetimes ?? {});
  requireValidRegistration(registration);
  const clientId = randomBytes(12).toString('hex');
  const clientSecret = registration.kind === 'confidential' ? generateClientSecret() : null;
  const secretHash = clientSecret === null ? null : sha256(clientSecret);
  await database.transaction(async writes => {
    const row = await writes
      .insertInto('oauth_clients')
      .values({ client_id: clientId, secret_hash: secretHash, created_at: actor.now, ...toColumns(registration) })
      .returningAll()
      .executeTakeFirstOrThrow();
    const after = toAuditedFields(toClient(row));
    await recordAudit(writes, actor, { action: 'client.created', targetId: clientId, after });
  });
  return { clientId, clientSecret };
};

/**
 * Updates the given fields of a client; its id, secret and tokens stay. The change applies from the next request on:
 * removed scopes drop out of existing tokens (scope-cap.ts), while new lifetimes apply to new tokens only.
 * @throws RegistrationError
 */
export const updateClient = (
  database: Database,
  clientId: string,
  change: ClientChange,
  actor: AuditActor,
): Promise<Client> =>
  database.transaction(async writes => {
    const stored = await findClient(writes, clientId);
    const row = await writes
      .updateTable('oauth_clients')
      .set(toChangedColumns(stored, change))
      .where('client_id', '=', clientId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const client = toClient(row);
    const fields = { before: toAuditedFields(stored), after: toAuditedFields(client) };
    await recordAudit(writes, actor, { action: 'client.changed', targetId: clientId, ...fields });
    return client;
  });

const toAuditedFields = (client: Client): object => {
  const { client_id: _, created_at: __, old_secret_ends_at: ___, ...fields } = formatClientAsJson(client, 0);
  return fields;
};

const toChangedColumns = (stored: Client, change: ClientChange) => {
  const { clientId, kind, isBuiltIn } = stored;
  if (isBuiltIn || kind === 'first-party') return toOwnColumns(clientId, change);
  const { lifetimes = {} } = change;
  requireApplicableLifetimes(kind, lifetimes);
  const registration = { ...stored, kind, ...change, lifetimes: { ...stored.lifetimes, ...lifetimes } };
  requireValidRegistration(registration);
  return toColumns(registration);
};

/** The server overwrites its own clients at each start, except for the rate limit. */
const toOwnColumns = (clientId: string, { rateLimit, ...more }: ClientChange) => {
  if (Object.keys(more).length === 0) return { rate_limit: rateLimit ?? null };
  throw new RegistrationError(
    `${clientId} is built in and registered again at each start: only its --rate-limit can be changed.`,
  );
};

const toColumns = (registration: Registration) => ({
  name: registration.name.trim(),
  rate_limit: registration.rateLimit ?? null,
  ...toMetadataColumns(toMetadata(registration)),
});

/** Lists all clients, oldest first. */
export const listClients = async (queries: Queries): Promise<Client[]> =>
  (await queries.selectFrom('oauth_clients').selectAll().orderBy('created_at').execute()).map(toClient);

/** Loads one client; inside a transaction its row is locked. @throws RegistrationError */
export const findClient = async (queries: Queries, clientId: string): Promise<Client> => {
  const query = queries.selectFrom('oauth_clients').selectAll().where('client_id', '=', clientId);
  const row = await (queries.isTransaction ? query.forUpdate() : query).executeTakeFirst();
  if (row === undefined) throw unknownClientError(clientId);
  return toClient(row);
};

/** Deletes a client and revokes its grants and tokens. @throws RegistrationError */
export const removeClient = (database: Database, clientId: string, actor: AuditActor): Promise<void> =>
  database.transaction(async writes => {
    await revokeGrants(writes, { client_id: clientId });
    const query = writes.deleteFrom('oauth_clients').where('client_id', '=', clientId).returningAll();
    const row = await query.executeTakeFirst();
    if (row === undefined) throw unknownClientError(clientId);
    const before = toAuditedFields(toClient(row));
    await recordAudit(writes, actor, { action: 'client.removed', targetId: clientId, before });
  });
