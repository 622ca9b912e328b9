import { pino } from 'pino';
import type { Database } from '../../database/database.ts';
import type { Handler } from '../handler.ts';
import { createJobStore, maxClaimed } from '../job-store.ts';
import { ensureRecurring } from '../recurring.ts';
import { type JobOutcome, runJob } from '../run-job.ts';

type Options = { database: Database; handlers: readonly Handler[]; clock: () => number };

/**
 * Runs every job that is due at the time of `clock`, one after another. Recurring jobs and jobs that other jobs
 * enqueue are included.
 * @returns the kind and outcome of each job
 */
export const runDueJobs = async ({ database, handlers, clock }: Options): Promise<string[]> => {
  await ensureRecurring(database, handlers);
  const store = createJobStore(database, clock);
  const outcomes: string[] = [];
  const options = { database, store, clock, log: pino({ level: 'silent' }) };
  for (let found = true; found; ) {
    found = false;
    for (const handler of handlers) {
      const token = crypto.randomUUID();
      for (const row of await store.claim(handler.kind, token, maxClaimed)) {
        const lease = { n: row.n, token };
        const started = { row, lease, handler, controller: new AbortController(), isStoring: false };
        const outcome: JobOutcome = await runJob(started, options);
        outcomes.push(`${row.kind} ${outcome}`);
        found = true;
      }
    }
  }
  return outcomes;
};
