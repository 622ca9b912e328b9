import { type AdapterPayload, errors, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Scope } from '#contract/enums';
import { getPolicy } from '../clients/client-policy.ts';
import { defaultScopes, filterAllowedScopes } from '../scopes.ts';

/** The scopes of a request that names no scope. */
const defaultScope = defaultScopes.filter(scope => scope.endsWith(':read')).join(' ');

/**
 * Removes scopes that are unknown or not allowed for the client.
 * @throws errors.InvalidScope if none is left (RFC 6749 3.3)
 */
export const toGrantableScope = (requestedScope: string | undefined, allowed: readonly Scope[]): string => {
  const requested = requestedScope ?? defaultScope;
  const granted = filterAllowedScopes([...new Set(requested.split(' '))].join(' '), allowed);
  if (granted === '') throw new errors.InvalidScope('none of the scopes can be granted', requested);
  return granted;
};

/**
 * Removes from a grant the scopes that its client may no longer have. Returns undefined if none is left. The stored
 * grant stays unchanged, so a scope applies again once the client may have it again.
 */
export const capGrant = (grant: AdapterPayload): AdapterPayload | undefined => {
  const client = Provider.ctx?.oidc.client;
  const granted: { scope?: unknown } = grant.openid ?? {};
  if (client === undefined || typeof granted.scope !== 'string') return grant;
  const scope = filterAllowedScopes(granted.scope, getPolicy(client).scopes);
  return scope === '' ? undefined : { ...grant, openid: { ...granted, scope } };
};

/**
 * Removes from a request the scopes that its client may no longer have. The client's scopes may have changed during a
 * sign-in, and a refresh may request scopes too.
 * @returns the remaining scopes; an empty string for a request without a scope
 * @throws errors.InvalidScope if none is left
 */
export const capRequestedScope = ({ oidc: { client, params } }: KoaContextWithOIDC): string => {
  const requested = params?.['scope'];
  if (client === undefined || params === undefined || typeof requested !== 'string') return '';
  const scope = toGrantableScope(requested, getPolicy(client).scopes);
  params['scope'] = scope;
  return scope;
};

/**
 * Removes from an introspection response the scopes that its client may no longer have. oidc-provider lists all granted
 * scopes there.
 */
export const capIntrospected = ({ oidc: { client } }: KoaContextWithOIDC, body: Record<string, unknown>): void => {
  if (client === undefined || typeof body['scope'] !== 'string') return;
  body['scope'] = filterAllowedScopes(body['scope'], getPolicy(client).scopes);
};
