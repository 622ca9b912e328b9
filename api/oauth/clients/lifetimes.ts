import type { Configuration } from 'oidc-provider';
import { policyOf, signInSeconds } from './client-policy.ts';

const minute = 60;
const tenYears = 10 * 365 * 24 * 60 * minute;

/** How long everything lives, in seconds; the library wants at least one. */
export const lifetimes = (clock: () => number): NonNullable<Configuration['ttl']> => {
  const left = (since: number | undefined, seconds: number) =>
    Math.max(1, (since ?? Math.floor(clock() / 1000)) + seconds - Math.floor(clock() / 1000));
  return {
    AuthorizationCode: 60,
    AccessToken: (_ctx, _token, client) => policyOf(client).accessTokenSeconds,
    IdToken: 10 * minute,
    Interaction: 60 * minute,
    /** Counted from the sign-in and not from the last visit: it is what a refresh token's absolute end hangs on. */
    Session: (_ctx, session) => left(session.loginTs, signInSeconds),
    RefreshToken(_ctx, token, client) {
      const { refreshIdleSeconds, refreshAbsoluteSeconds } = policyOf(client);
      if (refreshAbsoluteSeconds === null) return refreshIdleSeconds;
      return Math.min(refreshIdleSeconds, left(token.authTime ?? token.iiat, refreshAbsoluteSeconds));
    },
    /** It ends with its last token: see sweep.ts. */
    Grant: tenYears,
  };
};
