import type { WriteTransaction } from '../../database/database.ts';
import type { LiveGrant } from './live-grants.ts';
import { revokeGrants } from './revoke-grants.ts';

/** A client or script token that acts for a person. The id of a client is its client_id. */
export type ConnectedApp = Pick<LiveGrant, 'id' | 'scopes' | 'createdAt' | 'lastUsedAt'> & {
  kind: 'connected-app' | 'script';
  name: string;
  /** In milliseconds since 1970; null for a client. */
  expiresAt: number | null;
};

/** Lists connected apps and script tokens, most recently used first. Merges all grants of a client into one item. */
export const toConnectedApps = (grants: readonly LiveGrant[]): ConnectedApp[] => {
  const appGrants = grants.filter(({ kind }) => kind === 'connected-app');
  const apps = [...Map.groupBy(appGrants, ({ clientId }) => clientId)].map(([id, all]) => ({
    kind: 'connected-app' as const,
    id,
    name: all[0]?.clientName ?? id,
    scopes: [...new Set(all.flatMap(({ scopes }) => scopes))],
    createdAt: Math.min(...all.map(({ createdAt }) => createdAt)),
    lastUsedAt: Math.max(...all.map(({ lastUsedAt }) => lastUsedAt)),
    expiresAt: null,
  }));
  const scripts = grants
    .filter(({ kind }) => kind === 'script')
    .map(({ clientName: name, ...token }) => ({ ...token, name, kind: 'script' as const }));
  return [...apps, ...scripts].sort((left, right) => right.lastUsedAt - left.lastUsedAt);
};

/** Revokes access that a person granted. Does nothing if the id belongs to a different person. */
export const revokeApp = (
  writes: WriteTransaction,
  personId: string,
  { kind, id }: Pick<ConnectedApp, 'kind' | 'id'>,
): Promise<void> =>
  revokeGrants(writes, { account_id: personId, ...(kind === 'connected-app' ? { client_id: id } : { grant_id: id }) });
