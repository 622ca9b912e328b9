import { type Role, type Scope, scopes } from '#contract/enums';

/** A caller: its person and scopes, and the state of its token. */
export type Caller = {
  person: string | null;
  scopes: readonly Scope[];
  token: 'valid' | 'expired' | 'revoked' | 'unknown' | 'none';
};

/**
 * Two people per role, because private resources must stay hidden even within a role. One more administrator is
 * disabled.
 */
export const callerPeople: Record<string, { role: Role; disabled?: true }> = {
  ada: { role: 'admin' },
  ben: { role: 'admin' },
  cleo: { role: 'agent' },
  dan: { role: 'agent' },
  eve: { role: 'viewer' },
  finn: { role: 'viewer' },
  gus: { role: 'admin', disabled: true },
};

const validFor = (person: string): Caller => ({ person, scopes, token: 'valid' });

/** Callers by short name. The first six have all scopes of their role; all others have few or no rights. */
export const callers: Record<string, Caller> = {
  ada: validFor('ada'),
  ben: validFor('ben'),
  cleo: validFor('cleo'),
  dan: validFor('dan'),
  eve: validFor('eve'),
  finn: validFor('finn'),
  reader: { person: 'cleo', scopes: ['tickets:read'], token: 'valid' },
  writer: { person: 'dan', scopes: ['gists:write', 'messages:write'], token: 'valid' },
  disabled: { person: 'gus', scopes, token: 'valid' },
  expired: { person: 'cleo', scopes, token: 'expired' },
  revoked: { person: 'dan', scopes, token: 'revoked' },
  unknown: { person: null, scopes, token: 'unknown' },
  anonymous: { person: null, scopes: [], token: 'none' },
};
