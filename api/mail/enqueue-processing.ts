import type { WriteTransaction } from '../database/database.ts';
import { encodeMailState } from '../database/mails.ts';
import { enqueue } from '../jobs/enqueue.ts';

/** Enqueues the processing of the mails of a mailbox. */
export const enqueueProcessing = (writes: WriteTransaction, mailboxId: string): Promise<void> =>
  enqueue(writes, 'process_mail', { key: mailboxId, payload: { mailbox_id: mailboxId } });

/** Enqueues the processing of all received mail after a restore. A backup contains no jobs. */
export const enqueueReceivedMail = async (writes: WriteTransaction): Promise<void> => {
  const mailboxes = await writes
    .selectFrom('mails')
    .select('mailbox_id')
    .distinct()
    .where('state', '=', encodeMailState('received'))
    .execute();
  for (const { mailbox_id } of mailboxes) await enqueueProcessing(writes, mailbox_id);
};
