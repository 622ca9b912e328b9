import { Router } from 'express';
import type { Database } from '../database/database.ts';
import { isMigrated } from '../database/migrate.ts';
import { ApiError } from './errors.ts';
import { readOnly } from './read-only.ts';

/** `GET /healthz`: the process is alive. `GET /readyz`: the store answers and its tables are this code's. */
export const health = (database: Database): Router =>
  Router()
    .all('/healthz', readOnly, (_request, response) => {
      response.json({ status: 'ok' });
    })
    .all('/readyz', readOnly, async (_request, response) => {
      const ready = await isMigrated(database).catch(cause => {
        throw new ApiError('unavailable', 'The store does not answer.', { cause });
      });
      if (!ready) throw new ApiError('unavailable', 'The store has not been migrated yet.');
      response.json({ status: 'ready' });
    });
