import { type Response, Router } from 'express';
import type { Database } from '../database/database.ts';
import { isMigrated } from '../database/migrate.ts';
import { ApiError } from './errors.ts';
import { readOnly } from './read-only.ts';
import { writeOut } from './representation.ts';

/** `GET /healthz`: the process is alive. `GET /readyz`: the store answers and its tables are this code's. */
export const health = (database: Database): Router =>
  Router()
    .all('/healthz', readOnly, (_request, response) => tell(response, 'ok'))
    .all('/readyz', readOnly, async (_request, response) => {
      const ready = await isMigrated(database).catch(cause => {
        throw new ApiError('unavailable', 'The store does not answer.', { cause });
      });
      if (!ready) throw new ApiError('unavailable', 'The store has not been migrated yet.');
      tell(response, 'ready');
    });

/** How a process is, is never how it was: nobody keeps the answer. */
const tell = (response: Response, status: string): void => {
  response.setHeader('Cache-Control', 'no-store');
  response.type('json').send(writeOut({ status }, true));
};
