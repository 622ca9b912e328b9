import type { Database } from '../../database/database.ts';
import { columnsOf, findClient } from './clients.ts';
import { type Registration, requireNamedLifetimes, requireRegistrable } from './registration.ts';
import { RegistrationError } from './registration-error.ts';
import { type Client, toClient } from './stored-client.ts';

/** What may be changed of a client; its kind decides what it can prove, so another kind is another client. */
export type ClientChange = Partial<Omit<Registration, 'kind'>>;

/**
 * Changes what is named and leaves the rest; the id, the secret and the tokens stay. It holds from the next request on:
 * scopes that are taken away are in no token any more (scope-cap.ts), while lifetimes are those of tokens issued from
 * then on. @throws RegistrationError
 */
export const changeClient = (database: Database, clientId: string, change: ClientChange): Promise<Client> =>
  database.transaction(async writes => {
    const stored = await findClient(writes, clientId);
    const row = await writes
      .updateTable('oauth_clients')
      .set(columnsAfter(stored, change))
      .where('client_id', '=', clientId)
      .returningAll()
      .executeTakeFirstOrThrow();
    return toClient(row);
  });

const columnsAfter = (stored: Client, change: ClientChange) => {
  const { clientId, kind, own } = stored;
  if (own || kind === 'first-party') return ownColumns(clientId, change);
  const { lifetimes = {} } = change;
  requireNamedLifetimes(kind, lifetimes);
  const registration = { ...stored, kind, ...change, lifetimes: { ...stored.lifetimes, ...lifetimes } };
  requireRegistrable(registration);
  return columnsOf(registration);
};

/** What the server registers anew at each start would not stay as it was changed, but for the limit. */
const ownColumns = (clientId: string, { rateLimit, ...more }: ClientChange) => {
  if (Object.keys(more).length === 0) return { rate_limit: rateLimit ?? null };
  throw new RegistrationError(
    `${clientId} is the desk’s own and registered anew at each start: only its --rate-limit can be changed.`,
  );
};
