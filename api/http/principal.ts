import type { Role, Scope } from '#contract/enums';

/** An authenticated caller: the token's person, client and scopes. */
export type Principal = {
  person: { id: string; name: string; role: Role };
  clientId: string;
  /** Requests per minute of this person through this client; null for the default limit. */
  perMinute: number | null;
  /** When the token expires, in milliseconds since 1970. */
  expiresAt: number;
  /** The OAuth grant of the token: one sign-in through a client, or one script token. */
  grantId: string;
  scopes: ReadonlySet<Scope>;
  /** The rate-limit window after this request, if the lookup has counted it. */
  counted?: CountedWindow;
};

/** The state of a rate-limit window, as rate-limiter-flexible returns it. */
export type CountedWindow = { consumedPoints: number; msBeforeNext: number };

/**
 * Looks up a bearer token. Returns `invalid` if it is unknown or revoked, or if its person is disabled or its client
 * removed.
 */
export type FindPrincipal = (token: string) => Promise<Principal | 'expired' | 'invalid'>;
