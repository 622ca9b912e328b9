import { setTimeout as pause } from 'node:timers/promises';
import { type Response, Router } from 'express';
import { singleFlight } from '#server/single-flight';
import type { Database } from '../database/database.ts';
import { isMigrated } from '../database/migrate.ts';
import { ApiError } from './errors.ts';
import { getOnly } from './get-only.ts';
import { stringifyJson } from './json-response.ts';

/** `GET /healthz`: 200 while the process runs. */
export const livenessProbe = (): Router =>
  Router().all('/healthz', getOnly, (_request, response) => sendStatus(response, 'ok'));

/** Less than a second, which is the usual timeout of a probe. */
const timeoutMilliseconds = 800;

const noResponse = 'The store does not respond.';

/**
 * Creates the routes `/healthz` and `/readyz`. `/readyz` returns 200 while the store responds and is migrated, and the
 * process is not shutting down.
 */
export const healthProbes = (database: Database, isShuttingDown: () => boolean): Router => {
  let wasMigrated = false;
  // Concurrent probes share one query, which saves connections while the store hangs.
  const queryStore = singleFlight(async () => {
    wasMigrated = await isMigrated(database).catch(cause => {
      throw new ApiError('unavailable', noResponse, { cause });
    });
    return wasMigrated;
  });
  const isReady = async (): Promise<boolean> => {
    const since = performance.now();
    const isMigratedNow = await Promise.race([queryStore(), pause(timeoutMilliseconds, null, { ref: false })]);
    if (isMigratedNow !== null) return isMigratedNow;
    // The store responds to other queries, so it is busy, not down. Taking all processes out of rotation would not
    // help.
    if (wasMigrated && database.hasRespondedSince(since)) return true;
    throw new ApiError('unavailable', noResponse);
  };
  return livenessProbe().all('/readyz', getOnly, async (_request, response) => {
    if (isShuttingDown()) throw new ApiError('unavailable', 'This server is shutting down.');
    if (!(await isReady())) throw new ApiError('unavailable', 'The store has not been migrated yet.');
    sendStatus(response, 'ready');
  });
};

const sendStatus = (response: Response, status: string): void => {
  response.setHeader('Cache-Control', 'no-store');
  response.type('json').send(stringifyJson({ status }, true));
};
