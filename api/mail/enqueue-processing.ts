import type { Database, Queries, WriteTransaction } from '../database/database.ts';
import { encodeMailState } from '../database/mails.ts';
import { enqueue } from '../jobs/enqueue.ts';

/** Enqueues the processing of the mails of a mailbox. */
export const enqueueProcessing = (writes: WriteTransaction, mailboxId: string): Promise<void> =>
  enqueue(writes, 'process_mail', { key: mailboxId, payload: { mailbox_id: mailboxId } });

/** Enqueues missing jobs, such as jobs that administrators discarded. */
export const ensureProcessing = async ({ read, transaction }: Database): Promise<void> => {
  if ((await findUnprocessed(read)).length > 0) await transaction(enqueueReceivedMail);
};

/** Enqueues the processing of received mail that has no job. After a restore, no mail has a job. */
export const enqueueReceivedMail = async (writes: WriteTransaction): Promise<void> => {
  for (const { mailbox_id } of await findUnprocessed(writes)) await enqueueProcessing(writes, mailbox_id);
};

/** Finds the mailboxes whose received mail has no job. */
const findUnprocessed = (queries: Queries) => {
  const received = queries
    .selectFrom('mails')
    .select('mailbox_id')
    .distinct()
    // A literal, so that the partial index is used.
    .where(({ eb, lit }) => eb('state', '=', lit(encodeMailState('received'))));
  return queries
    .selectFrom(received.as('received'))
    .leftJoin('jobs', join => join.onRef('jobs.key', '=', 'mailbox_id').on('jobs.kind', '=', 'process_mail'))
    .select('mailbox_id')
    .where('jobs.n', 'is', null)
    .execute();
};
