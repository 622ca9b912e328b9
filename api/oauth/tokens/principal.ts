import type { Database } from '../../database/database.ts';
import type { FindPrincipal, Principal } from '../../http/principal.ts';
import { sha256 } from '../hash.ts';
import { toScopes } from '../scopes.ts';
import { findAccess } from './find-access.ts';

/** An access token that was found; `expiresAt` is in milliseconds since 1970. */
type Known = { principal: Principal; expiresAt: number };

/** So many tokens are remembered: more than a desk has people and programs at work. */
const mostKnown = 1000;

/**
 * Looks bearer tokens up in the store: what is revoked, or whose person is disabled or has another role, is so at once. A
 * token is remembered by its hash for as long as nobody has committed anything, which is asked at every request.
 */
export const createFindPrincipal = (database: Database, clock: () => number): FindPrincipal => {
  const known = new Map<string, Known>();
  let revision = database.revision();

  const recall = async (idHash: string): Promise<Known | null> => {
    const now = database.revision();
    if (now !== revision || known.size >= mostKnown) known.clear();
    revision = now;
    const remembered = known.get(idHash);
    if (remembered !== undefined) return remembered;
    const found = await lookUp(idHash);
    // Meanwhile somebody else may have seen a later revision, which this may be older than.
    if (found !== null && now !== null && now === revision) known.set(idHash, found);
    return found;
  };

  const lookUp = async (idHash: string): Promise<Known | null> => {
    const row = await findAccess(database.read, idHash);
    if (row === null) return null;
    const { id, name, role, scope, allowed, expiresAt, ...access } = row;
    // What the client may have is asked anew with every token: no token outlives what was taken away from its client.
    const scopes = allowed === null ? toScopes(scope) : toScopes(scope).intersection(toScopes(allowed));
    return { principal: { person: { id, name, role }, ...access, scopes }, expiresAt };
  };

  return async token => {
    const found = await recall(sha256(token));
    if (found === null) return 'invalid';
    return found.expiresAt <= clock() ? 'expired' : found.principal;
  };
};
