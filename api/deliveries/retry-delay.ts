const [second, minute, hour] = [1000, 60_000, 3_600_000];

/** The delays after the first eight attempts. The mail fails if the ninth attempt fails. */
const delays = [10 * second, minute, 5 * minute, 15 * minute, hour, 4 * hour, 12 * hour, 24 * hour];

const jitter = 0.2;

/**
 * Returns the delay after an attempt in milliseconds, with jitter; null after the last attempt.
 * @param random from 0 to 1
 */
export const getRetryDelay = (attempts: number, random = Math.random()): number | null => {
  const delay = delays[attempts - 1];
  return delay === undefined ? null : Math.round(delay * (1 + jitter * (2 * random - 1)));
};

/**
 * Returns the delay of a mailbox whose server is unavailable, in milliseconds. It is as long as the outage so far, from
 * 10 seconds to 5 minutes.
 */
export const getOutageDelay = (outageMilliseconds: number): number =>
  Math.min(5 * minute, Math.max(10 * second, outageMilliseconds));
