import { Readable } from 'node:stream';
import type { Database, Queries, WriteTransaction } from '../database/database.ts';
import { recordLastMail } from '../database/mailbox-states.ts';
import type { MailRow } from '../database/mails.ts';
import type { Files, NewFile } from '../files/files.ts';
import { type Envelope, MailboxUnavailableError, type MailStore } from '../mails/store.ts';
import { enqueueProcessing } from './enqueue-processing.ts';

type ReceiveDependencies = {
  database: Pick<Database, 'transaction'>;
  files: Files;
  clock: () => number;
  mails: MailStore;
  mailboxes: { find(queries: Queries, id: string): Promise<{ n: number; enabled: number } | null> };
  maxBytes: number;
};

/** A mail that arrived. `isOld`: whether it arrived before the mailbox was connected. */
type ArrivedMail = { mailboxId: string; envelope: Envelope; file: NewFile; isOld?: boolean };

/** Stores a mail with the job that will process it. @throws MailboxUnavailableError */
const storeMail = async (
  writes: WriteTransaction,
  { mails, mailboxes }: Pick<ReceiveDependencies, 'mails' | 'mailboxes'>,
  { mailboxId, envelope, file, isOld = false }: ArrivedMail,
  now: number,
): Promise<{ mail: MailRow; isNew: boolean }> => {
  // The lock on the row of the mailbox serializes its mails, so that no mail is stored twice.
  const mailbox = await mailboxes.find(writes, mailboxId);
  if (mailbox === null || mailbox.enabled === 0) throw new MailboxUnavailableError(mailbox !== null);
  const stored = await mails.findByHash(writes, mailboxId, file.sha256);
  if (stored !== null) return { mail: stored, isNew: false };
  const { sha256, size } = file;
  await file.store(writes, now);
  const mail = await mails.insert(writes, { mailboxId, envelope, size, sha256, isOld }, now);
  await recordLastMail(writes, mailbox.n, now);
  await enqueueProcessing(writes, mailboxId);
  return { mail, isNew: true };
};

/**
 * Creates the function that stores a mail with the job that will process it. Once its promise resolves, the mail is
 * committed. The same bytes for the same mailbox are the same mail, so a sender that got no response may send the mail
 * again.
 * @throws FileTooLargeError, MailboxUnavailableError
 */
export const createMailReceiver =
  ({ database, files, clock, maxBytes, ...stores }: ReceiveDependencies) =>
  (
    mailboxId: string,
    envelope: Envelope,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<{ mail: MailRow; isNew: boolean }> =>
    files.put(bytes, { maxBytes }, file =>
      database.transaction(writes => storeMail(writes, stores, { mailboxId, envelope, file }, clock())),
    );

/**
 * Creates the function that stores a mail in the caller's transaction. The bytes of the mail are already staged.
 * @throws MailboxUnavailableError
 */
export const createStoredMailWriter =
  (stores: Pick<ReceiveDependencies, 'mails' | 'mailboxes'>) =>
  async (writes: WriteTransaction, arrived: ArrivedMail, now: number): Promise<MailRow> =>
    (await storeMail(writes, stores, arrived, now)).mail;

/**
 * Creates the function that stores a small mail in the caller's transaction. The limit is 512 KiB.
 * @throws FileTooLargeError, MailboxUnavailableError
 */
export const createMailWriter =
  ({ files, ...stores }: Omit<ReceiveDependencies, 'database' | 'clock' | 'maxBytes'>) =>
  async (
    writes: WriteTransaction,
    { mailboxId, envelope, raw }: Omit<ArrivedMail, 'file'> & { raw: Buffer },
    now: number,
  ): Promise<MailRow> => {
    const options = { maxBytes: 512 * 1024 };
    return files.put(Readable.from([raw]), options, async file => {
      const { mail } = await storeMail(writes, stores, { mailboxId, envelope, file }, now);
      return mail;
    });
  };
