import { randomBytes } from 'node:crypto';
import type { Client as ProvenClient } from 'oidc-provider';
import type { Database, Writes } from '../../database/database.ts';
import { sameHash, sha256 } from '../hash.ts';
import { readOldSecret } from './old-secret.ts';
import { noSuchClient, RegistrationError } from './registration-error.ts';
import { type Client, toClient } from './stored-client.ts';

/** Credentials of a client: the secret is shown this once, only its hash is kept. */
export type Credentials = { clientId: string; clientSecret: string | null };

/** In hex, so that clients that forget to form-encode it for Basic (RFC 6749 2.3.1) work too. */
export const makeSecret = (): string => randomBytes(32).toString('hex');

/** Whether a client may prove itself by this secret now: its own, or the one before that while it is good. */
export const isSecretOf = (client: ProvenClient, presented: string, now: number): boolean => {
  const hash = sha256(presented);
  const old = readOldSecret(client);
  const isOld = old !== null && now < old.until && sameHash(hash, old.hash);
  return isOld || sameHash(hash, client.clientSecret ?? '');
};

/**
 * Gives a confidential client a new secret. The one before stays good until `oldUntil`, null for not at all; one that was
 * still good beside it ends at once. @throws RegistrationError
 */
export const rotateClientSecret = async (
  database: Database,
  clientId: string,
  oldUntil: number | null = null,
): Promise<Credentials> => {
  const clientSecret = makeSecret();
  await replaceSecret(database, clientId, clientSecret, oldUntil, requireRegistered);
  return { clientId, clientSecret };
};

/** The same with a secret that is kept somewhere, for the desk's own web app too. `require` says who may have it. */
export const replaceSecret = (
  database: Database,
  clientId: string,
  clientSecret: string,
  oldUntil: number | null,
  require: (client: Client) => void = () => undefined,
): Promise<void> =>
  database.transaction(async writes => {
    const oldHash = await findRotatable(writes, clientId, require);
    await writes
      .updateTable('oauth_clients')
      .set({
        secret_hash: sha256(clientSecret),
        old_secret_hash: oldUntil === null ? null : oldHash,
        old_secret_until: oldUntil,
      })
      .where('client_id', '=', clientId)
      .execute();
  });

/** The hash of a secret that may be rotated; of two rotations at once the second waits. */
const findRotatable = async (writes: Writes, clientId: string, require: (client: Client) => void): Promise<string> => {
  const query = writes.selectFrom('oauth_clients').selectAll().where('client_id', '=', clientId);
  const row = await query.forUpdate().executeTakeFirst();
  if (row === undefined) throw noSuchClient(clientId);
  if (row.secret_hash === null) throw new RegistrationError(`The client ${clientId} is public: it has no secret.`);
  require(toClient(row));
  return row.secret_hash;
};

/** The secret of the desk's own web app is kept where it is started, and has to be changed there. */
const requireRegistered = ({ own }: Client): void => {
  if (!own) return;
  throw new RegistrationError('That is the desk’s own web app: "desk clients web-app --rotate" gives it a new secret.');
};
