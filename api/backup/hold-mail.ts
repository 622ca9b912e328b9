import { deliveryKinds, transports } from '#contract/enums';
import { encodeEnum } from '../database/column-encoding.ts';
import { incrementCounter } from '../database/counters.ts';
import type { WriteTransaction } from '../database/database.ts';
import { pauseOutbound, setMailboxState } from '../database/mailbox-states.ts';
import { cancelled, held, queued, sending } from '../deliveries/states.ts';
import { enqueue } from '../jobs/enqueue.ts';

/**
 * Holds the waiting mail of a restored desk. The original desk may have sent it. Pauses each mailbox that has a mail
 * server. Mail that is scheduled for later stays scheduled; mail about accounts is cancelled.
 */
export const holdRestoredMail = async (writes: WriteTransaction, now: number): Promise<void> => {
  await cancelAccountMail(writes, now);
  const { numUpdatedRows } = await writes
    .updateTable('deliveries')
    .set(({ eb, ref }) => ({
      ...{ state: held, reason: 'restored', next_attempt_at: 0, updated_at: now },
      version: eb(ref('version'), '+', 1),
    }))
    .where(({ eb, or, and }) =>
      or([
        eb('state', 'in', [queued, sending]),
        and([eb('state', '=', held), eb('reason', 'is', null), eb('send_after', '<=', now)]),
        eb('reason', '=', 'file_not_scanned'),
      ]),
    )
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await incrementCounter(writes, 'deliveries.changes', Number(numUpdatedRows));
  await enqueueScheduled(writes);
  await pauseMailboxes(writes, now);
};

/** Cancels waiting mail about accounts. Its links were not restored, and its texts are about the original desk. */
const cancelAccountMail = async (writes: WriteTransaction, now: number): Promise<void> => {
  const { numUpdatedRows } = await writes
    .updateTable('deliveries')
    .set(({ eb, ref }) => ({
      ...{ state: cancelled, reason: null, next_attempt_at: 0, updated_at: now },
      version: eb(ref('version'), '+', 1),
    }))
    .where('kind', '=', encodeEnum(deliveryKinds, 'account'))
    .where('state', 'in', [held, queued, sending])
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await incrementCounter(writes, 'deliveries.changes', Number(numUpdatedRows));
};

const enqueueScheduled = async (writes: WriteTransaction): Promise<void> => {
  const scheduled = await writes
    .selectFrom('deliveries')
    .select(['id', 'send_after'])
    .where('state', '=', held)
    .where('reason', 'is', null)
    .execute();
  for (const { id, send_after } of scheduled)
    await enqueue(writes, 'send_delivery', { key: id, payload: { delivery_id: id }, runAt: send_after });
};

const pauseMailboxes = async (writes: WriteTransaction, now: number): Promise<void> => {
  const mailboxes = await writes.selectFrom('mailboxes').select(['n', 'transport', 'inbound']).execute();
  const error = 'The desk was restored from a backup: stop the original desk, then resume the mailbox.';
  for (const { n, transport, inbound } of mailboxes) {
    if (inbound !== null) await setMailboxState(writes, n, 'inbound', { state: 'paused', error, now });
    if (transport === encodeEnum(transports, 'smtp')) await pauseOutbound(writes, n, { error, now });
  }
};
