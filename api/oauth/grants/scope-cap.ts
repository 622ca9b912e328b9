import { type AdapterPayload, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { policyOf } from '../clients/client-policy.ts';
import { stillAllowed } from '../scopes.ts';
import { grantable } from './grantable.ts';

/**
 * A grant as the client that asks may use it today. What was taken away from the client since is left out, so no code and
 * no refresh token yields it, and a grant of which nothing is left is none. Nothing is rewritten: what a client is given
 * back is in its people's grants again.
 */
export const capGrant = (grant: AdapterPayload): AdapterPayload | undefined => {
  const client = Provider.ctx?.oidc.client;
  const granted: { scope?: unknown } = grant.openid ?? {};
  if (client === undefined || typeof granted.scope !== 'string') return grant;
  const scope = stillAllowed(granted.scope, policyOf(client).scopes);
  return scope === '' ? undefined : { ...grant, openid: { ...granted, scope } };
};

/**
 * The scopes a request asks for, without those its client may no longer have: a person may have been on the sign-in pages
 * meanwhile, and a program may name scopes when it refreshes. @throws errors.InvalidScope when none is left
 */
export const capAsked = ({ oidc: { client, params } }: KoaContextWithOIDC): string => {
  const asked = params?.['scope'];
  if (client === undefined || params === undefined || typeof asked !== 'string') return '';
  const scope = grantable(asked, policyOf(client).scopes);
  params['scope'] = scope;
  return scope;
};

/** What introspection tells of a token's scopes: the library knows them as they were granted. */
export const capIntrospected = ({ oidc: { client } }: KoaContextWithOIDC, answer: Record<string, unknown>): void => {
  if (client === undefined || typeof answer['scope'] !== 'string') return;
  answer['scope'] = stillAllowed(answer['scope'], policyOf(client).scopes);
};
