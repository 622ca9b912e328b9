import { randomBytes } from 'node:crypto';
import type { Database, Writes } from '../database/database.ts';
import { sha256 } from './hash.ts';
import { noSuchClient, RegistrationError } from './registration-error.ts';
import { toClient } from './stored-client.ts';

/** Credentials of a client: the secret is shown this once, only its hash is kept. */
export type Credentials = { clientId: string; clientSecret: string | null };

/** In hex, so that clients that forget to form-encode it for Basic (RFC 6749 2.3.1) work too. */
export const makeSecret = (): string => randomBytes(32).toString('hex');

/** Gives a confidential client a new secret; the old one stops working at once. @throws RegistrationError */
export const rotateClientSecret = async (database: Database, clientId: string): Promise<Credentials> => {
  const clientSecret = makeSecret();
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
  const row = await writes.selectFrom('oauth_clients').selectAll().where('client_id', '=', clientId).executeTakeFirst();
  if (row === undefined) throw noSuchClient(clientId);
  if (row.secret_hash === null) throw new RegistrationError(`The client ${clientId} is public: it has no secret.`);
  if (toClient(row).own) {
    throw new RegistrationError(
      'That is the desk’s own web app. Change OAUTH_CLIENT_SECRET, or remove bff-client.json, and start both servers again.',
    );
  }
};
