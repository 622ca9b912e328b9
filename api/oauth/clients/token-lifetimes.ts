import type { Configuration } from 'oidc-provider';
import { getPolicy, signInSeconds } from './client-policy.ts';

const minute = 60;
const tenYears = 10 * 365 * 24 * 60 * minute;

/** Creates the library's `ttl` functions, in seconds; each has to return at least 1. */
export const tokenLifetimes = (clock: () => number): NonNullable<Configuration['ttl']> => {
  const remaining = (since: number | undefined, seconds: number) =>
    Math.max(1, (since ?? Math.floor(clock() / 1000)) + seconds - Math.floor(clock() / 1000));
  return {
    AuthorizationCode: 60,
    AccessToken: (_ctx, _token, client) => getPolicy(client).accessTokenSeconds,
    IdToken: 10 * minute,
    Interaction: 60 * minute,
    // Counted from the sign-in, not from the last visit: the absolute end of refresh tokens depends on it.
    Session: (_ctx, session) => remaining(session.loginTs, signInSeconds),
    RefreshToken(_ctx, token, client) {
      const { refreshIdleSeconds, refreshAbsoluteSeconds } = getPolicy(client);
      if (refreshAbsoluteSeconds === null) return refreshIdleSeconds;
      return Math.min(refreshIdleSeconds, remaining(token.authTime ?? token.iiat, refreshAbsoluteSeconds));
    },
    // A grant expires with its last token: see sweep.ts.
    Grant: tenYears,
  };
};
