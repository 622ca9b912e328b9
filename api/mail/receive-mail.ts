import { Readable } from 'node:stream';
import type { Database, Queries, WriteTransaction } from '../database/database.ts';
import { recordLastMail } from '../database/mailbox-states.ts';
import type { MailRow } from '../database/mails.ts';
import { type FileWriter, writeFile } from '../database/stored-files.ts';
import { type Envelope, MailboxUnavailableError, type MailStore } from '../mails/store.ts';
import { enqueueProcessing } from './enqueue-processing.ts';

type ReceiveDependencies = {
  database: Pick<Database, 'transaction'>;
  clock: () => number;
  mails: MailStore;
  mailboxes: { find(queries: Queries, id: string): Promise<{ n: number; enabled: number } | null> };
  maxBytes: number;
};

/** A mail that arrived for a mailbox. */
type ArrivedMail = { mailboxId: string; envelope: Envelope; file: FileWriter };

/** Stores a mail with the job that will process it. @throws MailboxUnavailableError */
const storeMail = async (
  writes: WriteTransaction,
  { mails, mailboxes }: Pick<ReceiveDependencies, 'mails' | 'mailboxes'>,
  { mailboxId, envelope, file }: ArrivedMail,
  now: number,
): Promise<{ mail: MailRow; isNew: boolean }> => {
  // Its lock lets mails of a mailbox arrive one by one, so that none is stored twice.
  const mailbox = await mailboxes.find(writes, mailboxId);
  if (mailbox === null || mailbox.enabled === 0) throw new MailboxUnavailableError(mailbox !== null);
  const known = await mails.findByHash(writes, mailboxId, file.sha256);
  if (known !== null) return { mail: known, isNew: false };
  const fileId = await file.complete(writes);
  const { sha256, size } = file;
  const mail = await mails.insert(writes, { mailboxId, envelope, fileId, size, sha256 }, now);
  await recordLastMail(writes, mailbox.n, now);
  await enqueueProcessing(writes, mailboxId);
  return { mail, isNew: true };
};

/**
 * Stores a mail with the job that will process it. When it returns, the mail is safe. The same bytes for the same mailbox are
 * the same mail, so a sender that got no answer may repeat them.
 * @throws FileTooLargeError, MailboxUnavailableError
 */
export const createMailReceiver =
  ({ database, clock, maxBytes, ...stores }: ReceiveDependencies) =>
  async (
    mailboxId: string,
    envelope: Envelope,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<{ mail: MailRow; isNew: boolean }> => {
    const file = await writeFile(database, bytes, { maxBytes, now: clock() });
    try {
      const arrived = { mailboxId, envelope, file };
      const received = await database.transaction(writes => storeMail(writes, stores, arrived, clock()));
      if (!received.isNew) await file.discard();
      return received;
    } catch (error) {
      // The mail may be stored in spite of the error, so only the sweep deletes its bytes, if they are incomplete.
      if (error instanceof MailboxUnavailableError) await file.discard();
      throw error;
    }
  };

/** Stores a mail of less than a megabyte in a transaction of the caller. @throws MailboxUnavailableError */
export const createMailWriter =
  ({ database, ...stores }: Omit<ReceiveDependencies, 'clock' | 'maxBytes'>) =>
  async (
    writes: WriteTransaction,
    { mailboxId, envelope, raw }: Omit<ArrivedMail, 'file'> & { raw: Buffer },
    now: number,
  ): Promise<MailRow> => {
    // A short file is not written before it is complete.
    const file = await writeFile(database, Readable.from([raw]), { maxBytes: 1024 * 1024, now });
    return (await storeMail(writes, stores, { mailboxId, envelope, file }, now)).mail;
  };
