import type { Provider } from 'oidc-provider';
import type { Database } from '../database/database.ts';
import type { FindPrincipal } from '../http/principal.ts';
import { findAccount } from './accounts.ts';
import { toScopes } from './scopes.ts';

/** Looks bearer tokens up in the store, at every request: what is revoked, or whose person is disabled, is dead at once. */
export const createFindPrincipal =
  (database: Database, provider: () => Provider): FindPrincipal =>
  async token => {
    const found = await provider().AccessToken.find(token, { ignoreExpiration: true });
    if (found?.clientId === undefined) return 'invalid';
    const account = await findAccount(database.read, found.accountId);
    if (account === null) return 'invalid';
    if (found.isExpired) return 'expired';
    const { id, name, role } = account;
    return { person: { id, name, role }, clientId: found.clientId, scopes: toScopes(found.scope) };
  };
