import type { MailProcessing } from '#contract';
import { incrementCounter } from '../database/counters.ts';
import type { Queries, WriteTransaction } from '../database/database.ts';
import { encodeMailState } from '../database/mails.ts';
import { newRowColumns, prepareFind } from '../database/resource-rows.ts';
import { type MailHeaders, type MailRow, noHeaders, processingColumns } from './representation.ts';

/** The addresses of the SMTP envelope; null if unknown. `from` is empty for a bounce. */
export type Envelope = { from: string | null; to: string | null };

/** The mailbox of a mail does not exist or is disabled. */
export class MailboxUnavailableError extends Error {
  readonly isDisabled: boolean;

  constructor(isDisabled: boolean) {
    super(isDisabled ? 'The mailbox is disabled.' : 'The mailbox does not exist.');
    this.isDisabled = isDisabled;
  }
}

/** The columns that store the result of processing a mail. */
export type MailResult = Pick<MailRow, 'state' | 'reason' | 'ticket_id' | 'message_id' | 'starts_ticket'>;

/** The columns that parsing a mail fills in. */
export type MailFacts = Pick<MailRow, 'sender_key' | 'message_id_header' | 'digest' | 'subject' | 'date'> & {
  headers: MailHeaders;
};

/** Stores incoming mail. */
export type MailStore = ReturnType<typeof createMailStore>;

export const createMailStore = () => {
  const findRow = prepareFind<{ id: string }, MailRow>((queries, value) =>
    queries.selectFrom('mails').selectAll().where('id', '=', value('id')),
  );

  return {
    /** Finds a mail by id; inside a transaction, locks its row until the end. */
    find: (queries: Queries, id: string): Promise<MailRow | null> => findRow(queries, { id }),

    /** Finds a mail of a mailbox by the SHA-256 of its bytes. */
    async findByHash(queries: Queries, mailboxId: string, sha256: string): Promise<MailRow | null> {
      const query = queries.selectFrom('mails').selectAll();
      const row = await query.where('mailbox_id', '=', mailboxId).where('sha256', '=', sha256).executeTakeFirst();
      return row ?? null;
    },

    /** Finds the next mail of a mailbox to process: the oldest received mail. */
    async findReceived(queries: Queries, mailboxId: string): Promise<MailRow | null> {
      const row = await queries
        .selectFrom('mails')
        .selectAll()
        .where('mailbox_id', '=', mailboxId)
        // A literal, which matches the partial index.
        .where(({ eb, lit }) => eb('state', '=', lit(encodeMailState('received'))))
        .orderBy('n')
        .limit(1)
        .executeTakeFirst();
      return row ?? null;
    },

    async insert(
      writes: WriteTransaction,
      mail: { mailboxId: string; envelope: Envelope; size: number; sha256: string; isOld?: boolean },
      now: number,
    ): Promise<MailRow> {
      const row = await writes
        .insertInto('mails')
        .values({
          ...(await newRowColumns(writes, 'mail', now)),
          mailbox_id: mail.mailboxId,
          state: encodeMailState('received'),
          reason: null,
          envelope_from: mail.envelope.from,
          envelope_to: mail.envelope.to,
          size: mail.size,
          sha256: mail.sha256,
          file_id: mail.sha256,
          attempts: 0,
          ...processingColumns({ as: 'automatic', ticket_id: null }),
          ...{ sender_key: null, message_id_header: null, digest: null, subject: null, date: null },
          headers: JSON.stringify(noHeaders),
          ...{ ticket_id: null, message_id: null, starts_ticket: 0, is_old: mail.isOld ? 1 : 0 },
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await incrementCounter(writes, 'mails.changes');
      return row;
    },

    /** Stores the result of processing, and the facts about the mail if they are known. */
    async finish(
      writes: WriteTransaction,
      { n, version }: MailRow,
      result: MailResult,
      facts: MailFacts | null,
      now: number,
    ): Promise<void> {
      await writes
        .updateTable('mails')
        .set({
          ...result,
          ...(facts && { ...facts, headers: JSON.stringify(facts.headers) }),
          version: version + 1,
          updated_at: now,
        })
        .where('n', '=', n)
        .execute();
      await incrementCounter(writes, 'mails.changes');
    },

    /** Counts an attempt to process a mail. @returns the number of attempts; 0 if the mail was deleted */
    async countAttempt(writes: WriteTransaction, id: string): Promise<number> {
      const row = await writes
        .updateTable('mails')
        .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
        .where('id', '=', id)
        .returning('attempts')
        .executeTakeFirst();
      return row?.attempts ?? 0;
    },

    /** Resets a mail, so that it is processed again. */
    async processAgain(
      writes: WriteTransaction,
      { n, version }: MailRow,
      processing: MailProcessing,
      now: number,
    ): Promise<MailRow> {
      const row = await writes
        .updateTable('mails')
        .set({
          ...processingColumns(processing),
          ...{ state: encodeMailState('received'), reason: null, attempts: 0, version: version + 1, updated_at: now },
        })
        .where('n', '=', n)
        .returningAll()
        .executeTakeFirstOrThrow();
      await incrementCounter(writes, 'mails.changes');
      return row;
    },
  };
};
