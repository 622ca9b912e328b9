import { policyOf } from '../clients/client-policy.ts';
import { readMetadata } from '../clients/stored-client.ts';
import { stillAllowed } from '../scopes.ts';

/** A grant of which a code or token is still good. Times in milliseconds since 1970. */
export type LiveGrant = {
  /** Names it, and is no secret: nothing can be had for it. */
  id: string;
  email: string;
  clientId: string;
  clientName: string;
  /** A sign-in of the desk's own web app, a program that somebody allowed, or a token for scripts. */
  kind: 'web-app' | 'program' | 'script';
  /** Without those that its client may no longer have. */
  scopes: string[];
  createdAt: number;
  /** When its newest token was made. */
  lastUsedAt: number;
  /** When the last of what is good now ends; a refresh token that is used in time moves it. */
  expiresAt: number;
  /** The session that a sign-in of the web app was made in. */
  sessionUid: string | null;
};

/** The record that a grant is listed by: what oidc-provider keeps of the grant, or the one token of a script. */
type Root = {
  grant_id: string | null;
  client_id: string | null;
  payload: string;
  created_at: number;
  email: string;
};

type Given = Root & {
  uid: string | null;
  name: string;
  metadata: string;
  scopes: string;
  last_used_at: number | null;
  ends_at: number | null;
};

/** What somebody gave to a client. */
export const fromGrant = (row: Given): LiveGrant => {
  const { firstParty, scopes } = policyOf(readMetadata(row));
  const { openid } = JSON.parse(row.payload) as { openid: { scope: string } };
  return {
    ...told(row),
    clientName: row.name,
    kind: firstParty ? 'web-app' : 'program',
    scopes: wordsOf(stillAllowed(openid.scope, scopes)),
    lastUsedAt: row.last_used_at ?? row.created_at,
    expiresAt: row.ends_at ?? row.created_at,
    sessionUid: row.uid,
  };
};

/** A token made at the command line. */
export const fromScriptToken = (row: Root & { expires_at: number | null }): LiveGrant => ({
  ...told(row),
  clientName: 'A script',
  kind: 'script',
  scopes: wordsOf((JSON.parse(row.payload) as { scope: string }).scope),
  lastUsedAt: row.created_at,
  expiresAt: row.expires_at ?? row.created_at,
  sessionUid: null,
});

const told = ({ grant_id, client_id, email, created_at }: Root) => ({
  id: grant_id ?? '',
  email,
  clientId: client_id ?? '',
  createdAt: created_at,
});

const wordsOf = (text: string): string[] => text.split(' ').filter(word => word !== '');
