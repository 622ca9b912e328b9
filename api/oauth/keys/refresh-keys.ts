import type { RequestHandler } from 'express';
import type { Logger } from 'pino';

/** Keys are read again after this time, which is less than the time until a new key signs: see keys.ts. */
const maxAgeMilliseconds = 60_000;

type Options = { load: () => Promise<void>; clock: () => number; log: Logger };

/**
 * Reads the shared keys again before a request, at most once a minute. If this fails, the request continues with the
 * previous keys.
 */
export const refreshKeys = ({ load, clock, log }: Options): RequestHandler => {
  let loadedAt = clock();
  let loading: Promise<void> | null = null;
  const refresh = async (): Promise<void> => {
    try {
      await load();
    } catch (error) {
      log.error(
        { err: error },
        'failed to read the signing keys; the previous keys stay in use until the next attempt in a minute',
      );
    }
    loadedAt = clock();
    loading = null;
  };
  return async (_request, _response, next) => {
    if (loading !== null || clock() - loadedAt >= maxAgeMilliseconds) {
      loading ??= refresh();
      await loading;
    }
    next();
  };
};
