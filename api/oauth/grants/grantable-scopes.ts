import { errors } from 'oidc-provider';
import { type Scope, scopes } from '#contract/enums';
import { filterAllowedScopes } from '../scopes.ts';

/** The default for a request without a scope. */
const defaultScope = scopes.filter(scope => scope.endsWith(':read')).join(' ');

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
