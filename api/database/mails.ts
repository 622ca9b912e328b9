import type { Selectable } from 'kysely';
import { type MailState, mailStates } from '#contract/enums';
import { encodeEnum } from './column-encoding.ts';
import { incrementCounter } from './counters.ts';
import type { Database, WriteTransaction } from './database.ts';
import { deleteInBatches } from './delete-in-batches.ts';
import type { MailTable } from './schema.ts';
import { deleteFile } from './stored-files.ts';
import { markDeleted } from './tombstones.ts';

export type MailRow = Selectable<MailTable>;

export const encodeMailState = (state: MailState): number => encodeEnum(mailStates, state);

/** Deletes a mail with its bytes. */
export const removeMail = async (
  writes: WriteTransaction,
  { n, id, file_id }: Pick<MailRow, 'n' | 'id' | 'file_id'>,
  now: number,
): Promise<void> => {
  await writes.deleteFrom('mails').where('n', '=', n).execute();
  if (file_id !== null) await deleteFile(writes, file_id);
  await markDeleted(writes, 'mail', id, now);
  await incrementCounter(writes, 'mails.changes');
};

/** Deletes the mails of a ticket, or of one of its messages: they contain the deleted text. */
export const removeMailsOf = async (
  writes: WriteTransaction,
  { ticketId, messageId }: { ticketId: string; messageId?: string },
  now: number,
): Promise<void> => {
  const mails = await writes
    .selectFrom('mails')
    .select(['n', 'id', 'file_id'])
    .where('ticket_id', '=', ticketId)
    .$if(messageId !== undefined, narrow => narrow.where('message_id', '=', messageId ?? ''))
    .orderBy('n')
    .execute();
  for (const mail of mails) await removeMail(writes, mail, now);
};

const rawMailMilliseconds = 90 * 86_400_000;

/** Small enough that no writer waits long. */
const rawMailBatch = 20;

const settled = ['processed', 'ignored'] as const;

/** Deletes the bytes of settled mails 90 days after arrival; their rows stay, so that late copies are recognised. */
export const deleteOldRawMails = (database: Database, now: number, signal?: AbortSignal): Promise<number> =>
  deleteInBatches(
    database,
    async (writes, limit) => {
      const mails = await writes
        .selectFrom('mails')
        .select(['n', 'file_id'])
        .where('created_at', '<', now - rawMailMilliseconds)
        .where('state', 'in', settled.map(encodeMailState))
        .where('file_id', 'is not', null)
        .orderBy('created_at')
        .limit(limit)
        .forUpdate()
        .execute();
      for (const { n, file_id } of mails) {
        await writes.updateTable('mails').set({ file_id: null }).where('n', '=', n).execute();
        if (file_id !== null) await deleteFile(writes, file_id);
      }
      return mails.length;
    },
    signal,
    rawMailBatch,
  );
