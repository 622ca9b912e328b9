import { setTimeout as pause } from 'node:timers/promises';
import { type Response, Router } from 'express';
import type { Database } from '../database/database.ts';
import { isMigrated } from '../database/migrate.ts';
import { ApiError } from './errors.ts';
import { readOnly } from './read-only.ts';
import { writeOut } from './representation.ts';

/** `GET /healthz`: the process is alive, whatever becomes of the rest. */
export const alive = (): Router => Router().all('/healthz', readOnly, (_request, response) => tell(response, 'ok'));

/** In milliseconds: less than the second that whoever asks usually waits. */
const patience = 800;

const tooLate = () =>
  pause(patience, undefined, { ref: false }).then(() => {
    throw new ApiError('unavailable', unanswered);
  });

const unanswered = 'The store does not answer.';

/** However many ask at once, and of a store that hangs: it is asked once, so that nobody takes its connections by asking. */
const together = (ask: () => Promise<boolean>): (() => Promise<boolean>) => {
  let asked: Promise<boolean> | null = null;
  return () => {
    asked ??= ask().finally(() => {
      asked = null;
    });
    return asked;
  };
};

/** The same, and `GET /readyz`: the store answers, its tables are this code's, and nobody has told the process to end. */
export const health = (database: Database, isEnding: () => boolean): Router => {
  const askStore = together(() =>
    isMigrated(database).catch(cause => {
      throw new ApiError('unavailable', unanswered, { cause });
    }),
  );
  return alive().all('/readyz', readOnly, async (_request, response) => {
    if (isEnding()) throw new ApiError('unavailable', 'This server is about to end.');
    const ready = await Promise.race([askStore(), tooLate()]);
    if (!ready) throw new ApiError('unavailable', 'The store has not been migrated yet.');
    tell(response, 'ready');
  });
};

/** How a process is, is never how it was: nobody keeps the answer. */
const tell = (response: Response, status: string): void => {
  response.setHeader('Cache-Control', 'no-store');
  response.type('json').send(writeOut({ status }, true));
};
