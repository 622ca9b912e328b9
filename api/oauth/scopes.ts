import { type Scope, scopes } from '#contract/enums';
import { CommandError } from '../command-line.ts';

/** All scopes that a client can request; `openid` adds an ID token. */
export const supportedScopes: readonly string[] = ['openid', ...scopes];

/** Scopes that a client or request gets only by naming them. */
const namedOnly: readonly Scope[] = ['settings:read', 'settings:write', 'mail:write'];

/** The scopes of a client that is registered without naming any. */
export const defaultScopes: readonly Scope[] = scopes.filter(scope => !namedOnly.includes(scope));

/** Filters granted scopes by the client's current registration, possibly to none; `openid` is always allowed. */
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

/** Labels of the scopes on the pages and in the OpenAPI document. */
export const scopeLabels: Record<Scope, string> = {
  'tickets:read': 'See tickets and saved views',
  'tickets:write': 'Create, change and delete tickets and your saved views',
  'messages:read': 'Read messages and internal notes',
  'messages:write': 'Send replies and write notes',
  'gists:read': 'See gists and your stars',
  'gists:write': 'Create, change, delete and star gists',
  'people:read': 'See who works on this desk',
  'people:write': 'Add people and change them',
  'settings:read': 'See the settings of this desk',
  'settings:write': 'Change the settings of this desk and, with its mail server, reset passwords',
  'mail:write': 'Add incoming email',
};

/** Splits a string into known scopes and unknown names. */
export const parseScopes = (text: string): { known: Scope[]; unknown: string[] } => {
  const names = [...new Set(text.split(' ').filter(name => name !== ''))];
  return {
    known: scopes.filter(scope => names.includes(scope)),
    unknown: names.filter(name => !isAllowed(name, scopes)),
  };
};

/** Parses `--scope`. @throws CommandError if a scope is unknown, or if there is none */
export const parseScopeOption = (text: string): Scope[] => {
  const { known, unknown } = parseScopes(text);
  if (unknown.length === 0 && known.length > 0) return known;
  throw new CommandError(`Unknown scope "${unknown.join(' ')}"; use any of: ${scopes.join(' ')}.`);
};
