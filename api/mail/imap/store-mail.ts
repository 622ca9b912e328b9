import { Readable } from 'node:stream';
import type { ImapFlow } from 'imapflow';
import type { InboundDraft } from '#contract';
import { maxMailBytes } from '#contract/mails';
import type { WriteTransaction } from '../../database/database.ts';
import { FileTooLargeError } from '../../files/driver.ts';
import type { Files, NewFile } from '../../files/files.ts';
import { type ImapCursor, moveCursor } from './cursor.ts';
import { ImapError } from './imap-error.ts';
import { type RemoteMail, requireDeleted } from './list-mail.ts';
import { readLargeMail } from './partial-mail.ts';
import type { ReadFailures } from './read-failures.ts';

export type ImportContext = {
  client: ImapFlow;
  inbound: Pick<InboundDraft, 'after_import' | 'move_to'>;
  files: Pick<Files, 'put'>;
  /** Runs a transaction unless the connection of the mailbox has changed. @throws ConnectionChangedError */
  transaction<T>(work: (writes: WriteTransaction) => Promise<T>): Promise<T>;
  /** Stores a mail with the job that processes it. The same bytes are the same mail. */
  storeMail(writes: WriteTransaction, file: NewFile, isOld: boolean): Promise<unknown>;
  /** Called after each mail. */
  onImported(): Promise<void>;
  mustStop(): boolean;
  clock(): number;
  failures: ReadFailures;
};

const chunkBytes = 1024 * 1024;

/**
 * Reads and stores one mail. The mail may be larger than the server reported.
 * @returns the new cursor, or the given cursor if the mail was deleted
 */
export const importAlone = async (
  context: ImportContext,
  mail: RemoteMail,
  cursor: ImapCursor,
): Promise<ImapCursor> => {
  const { client } = context;
  if (mail.size > maxMailBytes) return importLargeMail(context, mail, cursor);
  const { content } = await client.download(String(mail.uid), undefined, { uid: true, chunkSize: chunkBytes });
  if (content === undefined) {
    await requireDeleted(client, [mail.uid]);
    return cursor;
  }
  try {
    return await storeMail(context, mail, content, cursor);
  } catch (error) {
    content.destroy();
    if (!(error instanceof FileTooLargeError)) throw error;
    return importLargeMail(context, { ...mail, size: maxMailBytes + 1 }, cursor);
  }
};

const importLargeMail = async (context: ImportContext, mail: RemoteMail, cursor: ImapCursor): Promise<ImapCursor> => {
  const bytes = await readLargeMail(context.client, mail, maxMailBytes);
  if (bytes === null) throw new ImapError(`The server returned no headers of the mail with UID ${mail.uid}`);
  return storeMail(context, mail, Readable.from([bytes]), cursor);
};

/**
 * Stores a mail and moves the cursor in one transaction.
 * @param staysUnchanged whether the mail stays unchanged in its folder, even if imported mail is moved or marked
 * @throws ImapError if the server delivered no bytes
 */
export const storeMail = (
  { files, transaction, inbound, clock, ...context }: ImportContext,
  { uid, arrivedAt }: RemoteMail,
  bytes: AsyncIterable<Uint8Array>,
  cursor: ImapCursor,
  staysUnchanged = inbound.after_import === 'leave',
): Promise<ImapCursor> =>
  files.put(bytes, { maxBytes: maxMailBytes }, async file => {
    if (file.size === 0) throw new ImapError(`The server returned no bytes of the mail with UID ${uid}`);
    return transaction(async writes => {
      await context.storeMail(writes, file, arrivedAt < cursor.connected_at);
      return moveCursor(writes, cursor, {
        last_uid: uid,
        ...(staysUnchanged && { handled_uid: uid }),
        ...(isOlderMailHandled(cursor, inbound) && uid > cursor.since_uid && { since: Math.min(arrivedAt, clock()) }),
      });
    });
  });

/**
 * Returns whether no older mail is left to move or mark. Until then, `since` stays unchanged: it shows which older mail
 * was imported.
 */
const isOlderMailHandled = (
  { handled_uid, since_uid }: ImapCursor,
  { after_import }: ImportContext['inbound'],
): boolean => after_import === 'leave' || handled_uid >= since_uid;
