import { randomBytes } from 'node:crypto';
import type { Client as ProviderClient } from 'oidc-provider';
import { z } from 'zod';
import { type AuditActor, recordAudit } from '../../database/audit-log.ts';
import { isoTime } from '../../database/column-encoding.ts';
import { incrementCounter } from '../../database/counters.ts';
import type { Database, WriteTransaction } from '../../database/database.ts';
import { hashesEqual, sha256 } from '../hash.ts';
import { RegistrationError, unknownClientError } from './registration.ts';
import { type Client, type ClientRow, findClientRow, toClient } from './stored-client.ts';

/**
 * Credentials of a client; the secret is null unless the client is confidential. Only the hash of the secret is stored,
 * so the secret is shown only once.
 */
export type ClientCredentials = { clientId: string; clientSecret: string | null };

/** Returns a random secret in hex. It needs no form-encoding in Basic credentials (RFC 6749 2.3.1). */
export const generateClientSecret = (): string => randomBytes(32).toString('hex');

/** Checks a secret against the client's current secret and, until it expires, the previous secret. */
export const verifyClientSecret = (client: ProviderClient, presented: string, now: number): boolean => {
  const hash = sha256(presented);
  const old = oldSecretFormat.parse(client['old_secret']);
  const isOld = old !== undefined && now < old.until && hashesEqual(hash, old.hash);
  return isOld || hashesEqual(hash, client.clientSecret ?? '');
};

/** A hash, and the time when its secret expires, in milliseconds since 1970. */
const oldSecretFormat = z.object({ hash: z.string(), until: z.number() }).optional();

/**
 * Replaces the secret of a confidential client with a random secret. The current secret stays valid until `oldUntil`,
 * in milliseconds since 1970; null expires it immediately. All older secrets expire immediately in both cases.
 * @throws RegistrationError for an unknown, public or built-in client
 */
export const rotateClientSecret = async (
  database: Database,
  clientId: string,
  actor: AuditActor,
  oldUntil: number | null = null,
): Promise<ClientCredentials> => {
  const clientSecret = generateClientSecret();
  await replaceClientSecret(database, { clientId, clientSecret, oldUntil }, actor, requireNotBuiltIn);
  return { clientId, clientSecret };
};

/**
 * Replaces a client's secret with `clientSecret`, even for the web app. `require` can throw to reject the client.
 * @throws RegistrationError for an unknown or public client
 */
export const replaceClientSecret = (
  database: Database,
  { clientId, clientSecret, oldUntil }: { clientId: string; clientSecret: string; oldUntil: number | null },
  actor: AuditActor,
  require: (client: Client) => void = () => undefined,
): Promise<void> =>
  database.transaction(async writes => {
    const row = await findClientRow(writes, { clientId });
    if (row === null) throw unknownClientError(clientId);
    if (row.secret_hash === null) throw new RegistrationError(`The client ${clientId} is public and has no secret.`);
    require(toClient(row));
    await storeClientSecret(writes, row, { clientSecret, oldUntil }, actor);
  });

/** Stores the new secret of a client whose row is locked. The old secret is valid until `oldUntil`; null expires it. */
export const storeClientSecret = async (
  writes: WriteTransaction,
  { n, id, version, secret_hash: oldHash }: ClientRow,
  { clientSecret, oldUntil }: { clientSecret: string; oldUntil: number | null },
  actor: AuditActor,
): Promise<void> => {
  await writes
    .updateTable('clients')
    .set({
      secret_hash: sha256(clientSecret),
      old_secret_hash: oldUntil === null ? null : oldHash,
      old_secret_until: oldUntil,
      version: version + 1,
      updated_at: actor.now,
    })
    .where('n', '=', n)
    .execute();
  await incrementCounter(writes, 'clients.changes');
  const after = { client_secret: clientSecret, old_secret_ends_at: oldUntil && isoTime(oldUntil) };
  await recordAudit(writes, actor, { action: 'client.secret_rotated', targetId: id, after });
};

/** Rejects the web app. Its secret is also in a file or variable, which must change too. */
const requireNotBuiltIn = ({ isBuiltIn }: Client): void => {
  if (!isBuiltIn) return;
  throw new RegistrationError('This is the desk’s own web app: use "desk clients web-app --rotate" for a new secret.');
};
