import { type Scope, scopes } from '#contract/enums';
import { CommandError } from '../command-line.ts';

/** All scopes that a client can request; `openid` adds an ID token. */
export const supportedScopes: readonly string[] = ['openid', ...scopes];

/** Scopes that a client or request gets only by naming them. */
const namedOnly: readonly Scope[] = ['settings:read', 'settings:write', 'mail:write'];

/** The scopes of a client whose registration names no scopes. */
export const defaultScopes: readonly Scope[] = scopes.filter(scope => !namedOnly.includes(scope));

/** Removes scopes that the client's registration does not allow, except `openid`. The result can be empty. */
export const filterAllowedScopes = (granted: string, allowed: readonly Scope[]): string =>
  granted
    .split(' ')
    .filter(scope => scope === 'openid' || isAllowed(scope, allowed))
    .join(' ');

const isAllowed = (scope: string, allowed: readonly string[]): boolean => allowed.includes(scope);

/** Parses a token's scopes; ignores scopes that the contract does not define. */
export const toScopes = (text: string | undefined): ReadonlySet<Scope> => {
  const names = new Set((text ?? '').split(' '));
  return new Set(scopes.filter(scope => names.has(scope)));
};

/** Splits a string into known scopes and unknown names. */
export const parseScopes = (text: string): { known: Scope[]; unknown: string[] } => {
  const names = [...new Set(text.split(' ').filter(name => name !== ''))];
  return {
    known: scopes.filter(scope => names.includes(scope)),
    unknown: names.filter(name => !isAllowed(name, scopes)),
  };
};

/** Parses `--scope`. @throws CommandError for an unknown scope or an empty list */
export const parseScopeOption = (text: string): Scope[] => {
  const { known, unknown } = parseScopes(text);
  if (unknown.length === 0 && known.length > 0) return known;
  const problem = unknown.length === 0 ? 'Name at least one scope' : `Unknown scope "${unknown.join(' ')}"`;
  throw new CommandError(`${problem}; use any of: ${scopes.join(' ')}.`);
};
