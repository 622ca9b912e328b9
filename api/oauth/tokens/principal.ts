import { sql } from 'kysely';
import { roles } from '#contract/enums';
import { batchQueries } from '../../database/batch-queries.ts';
import { decodeEnum } from '../../database/column-encoding.ts';
import type { Database, Queries } from '../../database/database.ts';
import { prepareQuery } from '../../database/prepare-query.ts';
import type { FindPrincipal, Principal } from '../../http/principal.ts';
import { scriptClientId } from '../clients/client-ids.ts';
import { sha256 } from '../hash.ts';
import { toScopes } from '../scopes.ts';

/** More than the number of tokens that a desk uses at a time. */
const maxCachedTokens = 1000;

/**
 * Finds the principal of a bearer token. Revocations and role changes apply immediately: the cache is valid only while
 * the store's revision, read for every request, is unchanged.
 */
export const createFindPrincipal = (database: Database, clock: () => number): FindPrincipal => {
  const cache = new Map<string, Principal>();
  const findToken = database.engine === 'sqlite' ? findOneToken(database.read) : findTokensTogether(database.read);
  let revision = database.revision();

  const findCached = async (idHash: string): Promise<Principal | null> => {
    const current = database.revision();
    if (current !== revision || cache.size >= maxCachedTokens) cache.clear();
    revision = current;
    const cached = cache.get(idHash);
    if (cached !== undefined) return cached;
    const found = await findToken(idHash);
    // Another request may have read a later revision meanwhile. Then the found principal may be stale.
    if (found !== null && current !== null && current === revision) cache.set(idHash, found);
    return found;
  };

  return async token => {
    const found = await findCached(sha256(token));
    if (found === null) return 'invalid';
    return found.expiresAt <= clock() ? 'expired' : found;
  };
};

/** The part of oidc-provider's payload that is read here. */
type Payload = { clientId: string; grantId: string; scope?: string; exp: number };

/** Finds the principal of a token. Null when token, person or client is missing, or the person is disabled. */
type FindToken = (idHash: string) => Promise<Principal | null>;

const findOneToken =
  (queries: Queries): FindToken =>
  async idHash => {
    const [row] = await selectWithPerson(queries, { idHash });
    return row === undefined ? null : toPrincipal(row);
  };

/** Finds all tokens of one event-loop iteration with one statement: many event streams check their tokens at once. */
const findTokensTogether = (queries: Queries): FindToken =>
  batchQueries(async idHashes => {
    const rows = await selectTokens(queries, [...new Set(idHashes)]).execute();
    const found = new Map(rows.map(row => [row.id_hash, toPrincipal(row)]));
    return idHashes.map(idHash => found.get(idHash) ?? null);
  });

/** Returns the principal of a token; null if its client was removed. */
export const toPrincipal = (row: CallerRow): Principal | null => {
  const { id, name, role, rate_limit: perMinute, client_scopes: clientScopes } = row;
  const { clientId, grantId, scope, exp } = JSON.parse(row.payload) as Payload;
  // Only script tokens have no client. Any other token without a client was issued while its client was being removed.
  if (clientScopes === null && clientId !== scriptClientId) return null;
  // A scope removed from the client no longer works with its existing tokens.
  const scopes = clientScopes === null ? toScopes(scope) : toScopes(scope).intersection(toScopes(clientScopes));
  const person = { id, name, role: decodeEnum(roles, role) };
  return { person, clientId, grantId, perMinute, scopes, expiresAt: exp * 1000 };
};

/** A token with its person and client. */
export type CallerRow = {
  payload: string;
  id: string;
  name: string;
  role: number;
  rate_limit: number | null;
  client_scopes: string | null;
};

const selectWithPerson = prepareQuery<{ idHash: string }, CallerRow>((queries, value) =>
  selectCallers(queries).where('id_hash', '=', value('idHash')),
);

/** Selects tokens on PostgreSQL; an array keeps the SQL text the same for any number of tokens. */
const selectTokens = (queries: Queries, hashes: string[]) =>
  selectCallers(queries)
    .select('id_hash')
    .where(({ eb }) => eb('id_hash', '=', sql<string>`any(${hashes})`));

/** Selects the access tokens of enabled people, with person and client. */
export const selectCallers = (queries: Pick<Queries, 'selectFrom'>) =>
  queries
    .selectFrom('oauth_records')
    .innerJoin('people', 'people.id', 'oauth_records.account_id')
    .leftJoin('clients', 'clients.id', 'oauth_records.client_id')
    .select(['payload', 'people.id', 'people.name', 'role', 'rate_limit', 'clients.scopes as client_scopes'])
    // A literal, or SQLite prepares the statement again for each call: see record-statements.ts.
    .where('model', '=', sql.lit('AccessToken'))
    .where('disabled', '=', 0);
