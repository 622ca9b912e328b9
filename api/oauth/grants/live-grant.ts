import { getPolicy } from '../clients/client-policy.ts';
import { parseMetadata } from '../clients/stored-client.ts';
import { filterAllowedScopes } from '../scopes.ts';

/** A grant with a valid code or token. Times in milliseconds since 1970. */
export type LiveGrant = {
  /** The id is not a secret: it gives no access. */
  id: string;
  email: string;
  clientId: string;
  clientName: string;
  /** A sign-in to the desk's own web app, a client that a person allowed, or a script token. */
  kind: 'web-app' | 'program' | 'script';
  /** Excludes scopes that the client may no longer have. */
  scopes: string[];
  createdAt: number;
  /** When its newest token was issued. */
  lastUsedAt: number;
  /** When its last token expires; using a refresh token extends it. */
  expiresAt: number;
  /** The session of a sign-in to the web app. */
  sessionUid: string | null;
};

/** The record of oidc-provider's grant, or of a script token. */
type RootRow = {
  grant_id: string | null;
  client_id: string | null;
  payload: string;
  created_at: number;
  email: string;
};

type GrantRow = RootRow & {
  uid: string | null;
  name: string;
  metadata: string;
  scopes: string;
  last_used_at: number | null;
  ends_at: number | null;
};

export const fromGrant = (row: GrantRow): LiveGrant => {
  const { firstParty, scopes } = getPolicy(parseMetadata(row));
  const { openid } = JSON.parse(row.payload) as { openid: { scope: string } };
  return {
    ...toCommonFields(row),
    clientName: row.name,
    kind: firstParty ? 'web-app' : 'program',
    scopes: splitScope(filterAllowedScopes(openid.scope, scopes)),
    lastUsedAt: row.last_used_at ?? row.created_at,
    expiresAt: row.ends_at ?? row.created_at,
    sessionUid: row.uid,
  };
};

export const fromScriptToken = (row: RootRow & { expires_at: number | null }): LiveGrant => ({
  ...toCommonFields(row),
  clientName: 'A script',
  kind: 'script',
  scopes: splitScope((JSON.parse(row.payload) as { scope: string }).scope),
  lastUsedAt: row.created_at,
  expiresAt: row.expires_at ?? row.created_at,
  sessionUid: null,
});

const toCommonFields = ({ grant_id, client_id, email, created_at }: RootRow) => ({
  id: grant_id ?? '',
  email,
  clientId: client_id ?? '',
  createdAt: created_at,
});

const splitScope = (scope: string): string[] => scope.split(' ').filter(each => each !== '');
