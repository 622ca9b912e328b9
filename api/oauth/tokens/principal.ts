import type { Database } from '../../database/database.ts';
import type { FindPrincipal, Principal } from '../../http/principal.ts';
import { sha256 } from '../hash.ts';
import { toScopes } from '../scopes.ts';
import { findAccessToken } from './find-access-token.ts';

/** An access token of the store; `expiresAt` is in milliseconds since 1970. */
type CachedToken = { principal: Principal; expiresAt: number };

/** More than a desk has active people and clients. */
const maxCachedTokens = 1000;

/**
 * Finds the principal of a bearer token in the store, so that revocations and role changes apply immediately. Caches by
 * token hash until the store's revision changes, which is read for every request.
 */
export const createFindPrincipal = (database: Database, clock: () => number): FindPrincipal => {
  const cache = new Map<string, CachedToken>();
  let revision = database.revision();

  const findCached = async (idHash: string): Promise<CachedToken | null> => {
    const now = database.revision();
    if (now !== revision || cache.size >= maxCachedTokens) cache.clear();
    revision = now;
    const cached = cache.get(idHash);
    if (cached !== undefined) return cached;
    const found = await load(idHash);
    // Another request may have read a later revision meanwhile; this token may be older.
    if (found !== null && now !== null && now === revision) cache.set(idHash, found);
    return found;
  };

  const load = async (idHash: string): Promise<CachedToken | null> => {
    const row = await findAccessToken(database.read, idHash);
    if (row === null) return null;
    const { id, name, role, scope, clientScopes, expiresAt, ...access } = row;
    // A scope removed from the client no longer works with its existing tokens.
    const scopes = clientScopes === null ? toScopes(scope) : toScopes(scope).intersection(toScopes(clientScopes));
    return { principal: { person: { id, name, role }, ...access, scopes }, expiresAt };
  };

  return async token => {
    const found = await findCached(sha256(token));
    if (found === null) return 'invalid';
    return found.expiresAt <= clock() ? 'expired' : found.principal;
  };
};
