import type { Lifetimes } from './client-policy.ts';
import { formatDuration } from './duration.ts';
import { RegistrationError } from './registration-error.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** How short and how long each lifetime of a client may be, in seconds. */
export const lifetimeRanges = {
  // Below a minute programs would do little but refresh.
  accessTokenSeconds: { least: minute, most: day },
  refreshIdleSeconds: { least: minute, most: 366 * day },
  refreshAbsoluteSeconds: { least: minute, most: 3660 * day },
  // So long a stolen refresh token could be used beside the program that it was stolen from.
  refreshGraceSeconds: { least: 0, most: 5 * minute },
} satisfies Record<keyof Lifetimes, { least: number; most: number }>;

/** Refuses refresh tokens that would be over before what they renew. @throws RegistrationError */
export const requireLifetimes = (lifetimes: Lifetimes): void => {
  const { accessTokenSeconds, refreshIdleSeconds, refreshAbsoluteSeconds } = lifetimes;
  const refreshSeconds = Math.min(refreshIdleSeconds, refreshAbsoluteSeconds ?? refreshIdleSeconds);
  if (refreshSeconds >= accessTokenSeconds) return;
  throw new RegistrationError(
    `A refresh token that ends after ${formatDuration(refreshSeconds)} cannot renew an access token of ${formatDuration(accessTokenSeconds)}: change --access-token, --refresh-idle or --refresh-end.`,
  );
};
