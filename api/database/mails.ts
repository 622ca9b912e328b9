import type { Selectable } from 'kysely';
import { type MailState, mailStates } from '#contract/enums';
import { encodeEnum } from './column-encoding.ts';
import { incrementCounter } from './counters.ts';
import type { Database, WriteTransaction } from './database.ts';
import { deleteInBatches } from './delete-in-batches.ts';
import type { MailTable } from './schema.ts';
import { markDeleted } from './tombstones.ts';

export type MailRow = Selectable<MailTable>;

export const encodeMailState = (state: MailState): number => encodeEnum(mailStates, state);

/** Deletes a mail. A job deletes its bytes within two days, unless another row refers to the bytes. */
export const removeMail = async (
  writes: WriteTransaction,
  { n, id }: Pick<MailRow, 'n' | 'id'>,
  now: number,
): Promise<void> => {
  await writes.deleteFrom('mails').where('n', '=', n).execute();
  await markDeleted(writes, 'mail', id, now);
  await incrementCounter(writes, 'mails.changes');
};

/** Deletes the mails of a deleted ticket or message: they contain its text. */
export const removeMailsOf = async (
  writes: WriteTransaction,
  { ticketId, messageId }: { ticketId: string; messageId?: string },
  now: number,
): Promise<void> => {
  const mails = await writes
    .selectFrom('mails')
    .select(['n', 'id'])
    .where('ticket_id', '=', ticketId)
    .$if(messageId !== undefined, narrow => narrow.where('message_id', '=', messageId ?? ''))
    .orderBy('n')
    .execute();
  for (const mail of mails) await removeMail(writes, mail, now);
};

const settled = ['processed', 'ignored'] as const;

/**
 * Releases the bytes of settled mails that arrived before a time. The rows remain, to detect late copies of the mails.
 * @returns the number of these mails
 */
export const deleteOldRawMails = (database: Database, before: number, signal?: AbortSignal): Promise<number> =>
  deleteInBatches(
    database,
    async (writes, limit) => {
      const mails = await writes
        .selectFrom('mails')
        .select('n')
        .where('created_at', '<', before)
        .where('state', 'in', settled.map(encodeMailState))
        .where('file_id', 'is not', null)
        .orderBy('created_at')
        .limit(limit)
        .forUpdate()
        .execute();
      for (const { n } of mails) await writes.updateTable('mails').set({ file_id: null }).where('n', '=', n).execute();
      return mails.length;
    },
    signal,
  );
