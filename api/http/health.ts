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
  let wasMigrated = false;
  const askStore = together(async () => {
    wasMigrated = await isMigrated(database).catch(cause => {
      throw new ApiError('unavailable', unanswered, { cause });
    });
    return wasMigrated;
  });
  const isReady = async (): Promise<boolean> => {
    const since = performance.now();
    const answer = await Promise.race([askStore(), pause(patience, null, { ref: false })]);
    if (answer !== null) return answer;
    // It answers others: whoever has much to do does not hang, and sending everybody away would help nobody.
    if (wasMigrated && database.answeredSince(since)) return true;
    throw new ApiError('unavailable', unanswered);
  };
  return alive().all('/readyz', readOnly, async (_request, response) => {
    if (isEnding()) throw new ApiError('unavailable', 'This server is about to end.');
    if (!(await isReady())) throw new ApiError('unavailable', 'The store has not been migrated yet.');
    tell(response, 'ready');
  });
};

/** How a process is, is never how it was: nobody keeps the answer. */
const tell = (response: Response, status: string): void => {
  response.setHeader('Cache-Control', 'no-store');
  response.type('json').send(writeOut({ status }, true));
};
