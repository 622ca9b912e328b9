import { incrementCounter } from './counters.ts';
import type { WriteTransaction } from './database.ts';
import { toCustomerId } from './ticket-customers.ts';

/**
 * Records that mail to an address bounced permanently. Later bounces do not replace the first bounce until it is
 * cleared. Only customers of tickets get acknowledgements, so bounces of other addresses are not recorded.
 */
export const saveBounce = async (
  writes: WriteTransaction,
  { email, response }: { email: string; response: string },
  now: number,
): Promise<void> => {
  const { numUpdatedRows } = await writes
    .updateTable('customers')
    .set(({ eb }) => ({ bounced_at: now, bounce_response: response, version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', toCustomerId(email))
    .where('bounced_at', '=', 0)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await incrementCounter(writes, 'customers.changes');
};

/** Lets an address get acknowledgements again. */
export const clearBounce = async (writes: WriteTransaction, id: string, now: number): Promise<void> => {
  const { numUpdatedRows } = await writes
    .updateTable('customers')
    .set(({ eb }) => ({ bounced_at: 0, bounce_response: null, version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .where('bounced_at', '>', 0)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await incrementCounter(writes, 'customers.changes');
};
