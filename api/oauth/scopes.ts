import { errors } from 'oidc-provider';
import { type Scope, scopes } from '#contract/vocabulary';

/** Everything that can be asked for; `openid` adds an ID token. */
export const supportedScopes: readonly string[] = ['openid', ...scopes];

/** What a request that names no scope asks for. */
const reads: readonly Scope[] = scopes.filter(scope => scope.endsWith(':read'));

/**
 * What is granted of what was asked for: unknown scopes, and those the client may not have, are dropped.
 * @throws errors.InvalidScope when nothing is left (RFC 6749 3.3)
 */
export const grantable = (asked: string | undefined, allowed: readonly Scope[]): string => {
  const wanted = asked === undefined ? reads : new Set(asked.split(' '));
  const granted = allowedOf([...wanted], allowed);
  if (granted === '') throw new errors.InvalidScope('none of the scopes can be granted', asked ?? reads.join(' '));
  return granted;
};

/** Those of `granted` that the client may have as it is registered now, which may be none; `openid` every client may. */
export const stillAllowed = (granted: string, allowed: readonly Scope[]): string =>
  allowedOf(granted.split(' '), allowed);

const allowedOf = (wanted: readonly string[], allowed: readonly Scope[]): string =>
  wanted.filter(scope => scope === 'openid' || isAllowed(scope, allowed)).join(' ');

const isAllowed = (scope: string, allowed: readonly string[]): boolean => allowed.includes(scope);

/** The scopes of a token, as the contract knows them. */
export const toScopes = (text: string | undefined): ReadonlySet<Scope> => {
  const held = new Set((text ?? '').split(' '));
  return new Set(scopes.filter(scope => held.has(scope)));
};

/** What each scope lets a program do, in the words of the consent page. */
export const scopeWords: Record<Scope, string> = {
  'tickets:read': 'See tickets and saved views',
  'tickets:write': 'Create, change and delete tickets and your saved views',
  'messages:read': 'Read messages and internal notes',
  'messages:write': 'Send replies and write notes',
  'gists:read': 'See gists and your stars',
  'gists:write': 'Create, change, delete and star gists',
  'people:read': 'See who works on this desk',
  'people:write': 'Add people and change them',
};

/** The scopes named in a text, and the words in it that name none. */
export const parseScopes = (text: string): { known: Scope[]; unknown: string[] } => {
  const words = [...new Set(text.split(' ').filter(word => word !== ''))];
  return {
    known: scopes.filter(scope => words.includes(scope)),
    unknown: words.filter(word => !isAllowed(word, scopes)),
  };
};
