import type { Database, Queries, WriteTransaction } from '../database/database.ts';
import { recordLastMail } from '../database/mailbox-states.ts';
import type { MailRow } from '../database/mails.ts';
import { writeFile } from '../database/stored-files.ts';
import { type Envelope, MailboxUnavailableError, type MailStore } from '../mails/store.ts';
import { enqueueProcessing } from './enqueue-processing.ts';

type ReceiveDependencies = {
  database: Pick<Database, 'transaction'>;
  clock: () => number;
  mails: MailStore;
  mailboxes: { find(queries: Queries, id: string): Promise<{ n: number; enabled: number } | null> };
  maxBytes: number;
};

/**
 * Stores a mail with the job that will process it. When it returns, the mail is safe. The same bytes for the same mailbox are
 * the same mail, so a sender that got no answer may repeat them.
 * @throws FileTooLargeError, MailboxUnavailableError
 */
export const createMailReceiver =
  ({ database, clock, mails, mailboxes, maxBytes }: ReceiveDependencies) =>
  async (
    mailboxId: string,
    envelope: Envelope,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<{ mail: MailRow; isNew: boolean }> => {
    const file = await writeFile(database, bytes, { maxBytes, now: clock() });
    const store = async (writes: WriteTransaction) => {
      const now = clock();
      // Its lock lets mails of a mailbox arrive one by one, so that none is stored twice.
      const mailbox = await mailboxes.find(writes, mailboxId);
      if (mailbox === null || mailbox.enabled === 0) throw new MailboxUnavailableError(mailbox !== null);
      const known = await mails.findByHash(writes, mailboxId, file.sha256);
      if (known !== null) return { mail: known, isNew: false };
      const fileId = await file.complete(writes, now);
      const { sha256, size } = file;
      const mail = await mails.insert(writes, { mailboxId, envelope, fileId, size, sha256 }, now);
      await recordLastMail(writes, mailbox.n, now);
      await enqueueProcessing(writes, mailboxId);
      return { mail, isNew: true };
    };
    try {
      const received = await database.transaction(store);
      if (!received.isNew) await file.discard();
      return received;
    } catch (error) {
      // The bytes of a mail that was stored after all must stay: only the sweep can tell.
      if (error instanceof MailboxUnavailableError) await file.discard();
      throw error;
    }
  };
