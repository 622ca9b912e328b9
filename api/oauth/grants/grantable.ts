import { errors } from 'oidc-provider';
import { type Scope, scopes } from '#contract/vocabulary';
import { stillAllowed } from '../scopes.ts';

/** What a request that names no scope asks for. */
const reads = scopes.filter(scope => scope.endsWith(':read')).join(' ');

/**
 * What is granted of what was asked for: unknown scopes, and those the client may not have, are dropped.
 * @throws errors.InvalidScope when nothing is left (RFC 6749 3.3)
 */
export const grantable = (asked: string | undefined, allowed: readonly Scope[]): string => {
  const wanted = asked ?? reads;
  const granted = stillAllowed([...new Set(wanted.split(' '))].join(' '), allowed);
  if (granted === '') throw new errors.InvalidScope('none of the scopes can be granted', wanted);
  return granted;
};
