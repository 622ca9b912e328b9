import type { Database, WriteTransaction } from '../database/database.ts';
import { enqueue } from './enqueue.ts';
import { type Handler, recurringKey } from './handler.ts';

type RecurringHandler = Pick<Handler, 'kind' | 'everyMilliseconds'>;

/** Enqueues the recurring jobs that do not exist yet. After several missed times, the job runs once. */
export const ensureRecurring = async (
  { read, transaction }: Database,
  handlers: readonly RecurringHandler[],
): Promise<void> => {
  const rows = await read.selectFrom('jobs').select('kind').where('key', '=', recurringKey).execute();
  const missing = handlers.filter(
    ({ kind, everyMilliseconds }) => everyMilliseconds !== undefined && !rows.some(row => row.kind === kind),
  );
  if (missing.length === 0) return;
  await transaction(async writes => {
    for (const { kind } of missing) await enqueue(writes, kind, { key: recurringKey });
  });
};

/** Enqueues the next run of a recurring job, in the transaction that finishes this run. */
export const enqueueNext = async (
  writes: WriteTransaction,
  { kind, everyMilliseconds }: RecurringHandler,
  now: number,
): Promise<void> => {
  if (everyMilliseconds !== undefined)
    await enqueue(writes, kind, { key: recurringKey, runAt: now + everyMilliseconds });
};
