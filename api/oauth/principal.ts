import type { Provider } from 'oidc-provider';
import type { Database } from '../database/database.ts';
import type { FindPrincipal } from '../http/principal.ts';
import { findCaller } from './accounts.ts';
import { toScopes } from './scopes.ts';

/** Looks bearer tokens up in the store, at every request: what is revoked, or whose person is disabled, is dead at once. */
export const createFindPrincipal =
  (database: Database, provider: () => Provider): FindPrincipal =>
  async token => {
    const found = await provider().AccessToken.find(token, { ignoreExpiration: true });
    if (found?.clientId === undefined) return 'invalid';
    const caller = await findCaller(database.read, found.accountId, found.clientId);
    if (caller === null) return 'invalid';
    if (found.isExpired) return 'expired';
    const { id, name, role, perMinute } = caller;
    return { person: { id, name, role }, clientId: found.clientId, perMinute, scopes: toScopes(found.scope) };
  };
