import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type AuditActor, recordAudit } from '../../database/audit-log.ts';
import { incrementCounter } from '../../database/counters.ts';
import type { Database, Queries, WriteTransaction } from '../../database/database.ts';
import { newRowColumns } from '../../database/resource-rows.ts';
import { markDeleted } from '../../database/tombstones.ts';
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
import { type Client, type ClientRow, findClientRow, toClient, toMetadataColumns } from './stored-client.ts';

/** A change to a client. The kind is fixed, because it determines how the client authenticates. */
export type ClientChange = Partial<Omit<Registration, 'kind'>>;

/** Registers a client under a random id. @throws RegistrationError */
export const registerClient = (
  database: Database,
  registration: Registration,
  actor: AuditActor,
): Promise<ClientCredentials> =>
  database.transaction(async writes => {
    const { row, clientSecret } = await insertClient(writes, registration, actor);
    return { clientId: row.id, clientSecret };
  });

/** Inserts a client under a random id. @throws RegistrationError */
export const insertClient = async (
  writes: WriteTransaction,
  registration: Registration,
  actor: AuditActor,
): Promise<{ row: ClientRow; clientSecret: string | null }> => {
  requireApplicableLifetimes(registration.kind, registration.lifetimes ?? {});
  requireValidRegistration(registration);
  const clientSecret = registration.kind === 'confidential' ? generateClientSecret() : null;
  const row = await writes
    .insertInto('clients')
    .values({
      ...(await newRowColumns(writes, 'client', actor.now, randomBytes(12).toString('hex'))),
      ...toColumns(registration),
      secret_hash: clientSecret === null ? null : sha256(clientSecret),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await incrementCounter(writes, 'clients.changes');
  const after = toAuditedFields(toClient(row));
  await recordAudit(writes, actor, { action: 'client.created', targetId: row.id, after });
  return { row, clientSecret };
};

/** Updates the given fields of a client. @throws RegistrationError */
export const updateClient = (
  database: Database,
  clientId: string,
  change: ClientChange,
  actor: AuditActor,
): Promise<Client> =>
  database.transaction(async writes =>
    toClient(await updateClientRow(writes, await requireClientRow(writes, clientId), change, actor)),
  );

/**
 * Updates the given fields of a client whose row is locked; its id, secret and tokens stay. The change applies from the
 * next request on: existing tokens lose removed scopes (scope-cap.ts), while new lifetimes apply to new tokens only.
 * @throws RegistrationError
 */
export const updateClientRow = async (
  writes: WriteTransaction,
  before: ClientRow,
  change: ClientChange,
  actor: AuditActor,
): Promise<ClientRow> => {
  const stored = toClient(before);
  const columns = toChangedColumns(stored, change);
  if (isDeepStrictEqual(before, { ...before, ...columns })) return before;
  const row = await writes
    .updateTable('clients')
    .set({ ...columns, version: before.version + 1, updated_at: actor.now })
    .where('n', '=', before.n)
    .returningAll()
    .executeTakeFirstOrThrow();
  await incrementCounter(writes, 'clients.changes');
  const fields = { before: toAuditedFields(stored), after: toAuditedFields(toClient(row)) };
  await recordAudit(writes, actor, { action: 'client.changed', targetId: row.id, ...fields });
  return row;
};

const toAuditedFields = (client: Client): object => {
  const { client_id: _, created_at: __, old_secret_ends_at: ___, ...fields } = formatClientAsJson(client, 0);
  return fields;
};

const toChangedColumns = (stored: Client, change: ClientChange) => {
  const { clientId, kind, isBuiltIn } = stored;
  if (isBuiltIn || kind === 'first-party') return toBuiltInColumns(clientId, change);
  const { lifetimes = {} } = change;
  requireApplicableLifetimes(kind, lifetimes);
  const registration = { ...stored, kind, ...change, lifetimes: { ...stored.lifetimes, ...lifetimes } };
  requireValidRegistration(registration);
  return toColumns(registration);
};

/** The server overwrites built-in clients at each start, except for their rate limit. */
const toBuiltInColumns = (clientId: string, { rateLimit, ...more }: ClientChange) => {
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
  (await queries.selectFrom('clients').selectAll().orderBy('n').execute()).map(toClient);

/** Loads one client; inside a transaction, locks its row. @throws RegistrationError for an unknown client */
export const requireClient = async (queries: Queries, clientId: string): Promise<Client> =>
  toClient(await requireClientRow(queries, clientId));

const requireClientRow = async (queries: Queries, clientId: string): Promise<ClientRow> => {
  const row = await findClientRow(queries, { clientId });
  if (row === null) throw unknownClientError(clientId);
  return row;
};

/** Deletes a client, and revokes its grants and tokens. @throws RegistrationError for an unknown or built-in client */
export const removeClient = (database: Database, clientId: string, actor: AuditActor): Promise<void> =>
  database.transaction(async writes => {
    const row = await requireClientRow(writes, clientId);
    if (toClient(row).isBuiltIn) throw new RegistrationError(`${clientId} is a built-in client and cannot be removed.`);
    await deleteClientRow(writes, row, actor);
  });

/** Deletes a client whose row is locked, and revokes its grants and tokens. The client must not be built in. */
export const deleteClientRow = async (writes: WriteTransaction, row: ClientRow, actor: AuditActor): Promise<void> => {
  await revokeGrants(writes, { client_id: row.id });
  await writes.deleteFrom('clients').where('n', '=', row.n).execute();
  await markDeleted(writes, 'client', row.id, actor.now);
  await incrementCounter(writes, 'clients.changes');
  const before = toAuditedFields(toClient(row));
  await recordAudit(writes, actor, { action: 'client.removed', targetId: row.id, before });
};
