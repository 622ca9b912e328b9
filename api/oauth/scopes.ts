import { type Scope, scopes } from '#contract/vocabulary';

/** Everything that can be asked for; `openid` adds an ID token. */
export const supportedScopes: readonly string[] = ['openid', ...scopes];

/** Those of `granted` that the client may have as it is registered now, which may be none; `openid` every client may. */
export const stillAllowed = (granted: string, allowed: readonly Scope[]): string =>
  granted
    .split(' ')
    .filter(scope => scope === 'openid' || isAllowed(scope, allowed))
    .join(' ');

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
