import type { Role, Scope } from '#contract/vocabulary';

/** Who is calling: the person a valid token speaks for, the client it was issued to, and what it may do. */
export type Principal = {
  person: { id: string; name: string; role: Role };
  clientId: string;
  /** How many requests a minute they have together; null for as many as the desk gives everybody. */
  perMinute: number | null;
  /** What the token came from: everything a client got by one sign-in, or one token for scripts. */
  grantId: string;
  scopes: ReadonlySet<Scope>;
};

/**
 * Looks a bearer token up. `expired` when it was valid once, `invalid` for anything else that is no token of an
 * enabled person.
 */
export type FindPrincipal = (token: string) => Promise<Principal | 'expired' | 'invalid'>;
