/** Limits of OAuth clients and script tokens. This file does not import zod, so that the web bundle stays small. */

const minute = 60;
const day = 24 * 60 * minute;

/** The allowed range of each lifetime of a client's tokens, in seconds. */
export const lifetimeRanges = {
  // With less than a minute, clients would refresh all the time.
  access_token_seconds: { min: minute, max: day },
  refresh_idle_seconds: { min: minute, max: 366 * day },
  refresh_end_seconds: { min: minute, max: 3660 * day },
  // A stolen refresh token stays undetected during the grace period.
  refresh_grace_seconds: { min: 0, max: 5 * minute },
};

/** How long the old secret of a client may stay valid. */
export const maxOverlapSeconds = 30 * day;

/** The highest rate limit, in requests per minute per person. */
export const maxRateLimit = 1_000_000;

/** How long a script token can be valid. */
export const maxTokenDays = 366;
export const defaultTokenDays = 30;
