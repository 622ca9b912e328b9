import { type Role, type Scope, scopes } from '#contract/vocabulary';

/** Somebody who asks: which person the token speaks for, what it may do, and what is wrong with it. */
export type Caller = {
  person: string | null;
  scopes: readonly Scope[];
  token: 'good' | 'ended' | 'revoked' | 'made up';
};

/** Who signs in: two of each role, since what is one agent's alone is none of another's business. */
export const people: Record<string, { role: Role; disabled?: true }> = {
  ada: { role: 'admin' },
  ben: { role: 'admin' },
  cleo: { role: 'agent' },
  dan: { role: 'agent' },
  eve: { role: 'viewer' },
  finn: { role: 'viewer' },
  gone: { role: 'admin', disabled: true },
};

const good = (person: string): Caller => ({ person, scopes, token: 'good' });

/** Who asks, by a short name. The first six are the roles; the others should get nowhere, or not far. */
export const callers: Record<string, Caller> = {
  ada: good('ada'),
  ben: good('ben'),
  cleo: good('cleo'),
  dan: good('dan'),
  eve: good('eve'),
  finn: good('finn'),
  reader: { person: 'cleo', scopes: ['tickets:read'], token: 'good' },
  writer: { person: 'dan', scopes: ['gists:write', 'messages:write'], token: 'good' },
  disabled: { person: 'gone', scopes, token: 'good' },
  ended: { person: 'cleo', scopes, token: 'ended' },
  revoked: { person: 'dan', scopes, token: 'revoked' },
  stranger: { person: null, scopes, token: 'made up' },
  nobody: { person: null, scopes: [], token: 'good' },
};
