import { Readable } from 'node:stream';
import type { ImapFlow } from 'imapflow';
import { markOrMoveImported } from './after-import.ts';
import type { ImapCursor } from './cursor.ts';
import { isReadFailure, toImapError } from './imap-error.ts';
import { listAllUids, type RemoteMail, readRemoteMails, readSources } from './list-mail.ts';
import { describeUnreadable, findHeaders, readHeadersOnly } from './partial-mail.ts';
import { type ImportContext, importAlone, storeMail } from './store-mail.ts';

/**
 * Imports a mail that the desk repeatedly failed to read. Imports the whole mail if the server delivers it now, else
 * its headers, else the server's response as text. If the server delivers headers of this or of another mail, the
 * server works, and the mail is the cause of the failures.
 * @returns the new cursor; its `last_uid` is unchanged if the mail no longer exists or arrived too early
 * @throws the first failure if the server delivers no headers at all
 */
export const importFailing = async (context: ImportContext, uid: number, before: ImapCursor): Promise<ImapCursor> => {
  const { client, inbound, failures, mustStop } = context;
  // Mail that cannot be read stays in its folder. The mail before it is moved or marked first.
  const { cursor } = await markOrMoveImported(context, before);
  const isEarlierMailHandled = cursor.handled_uid >= cursor.last_uid;
  failures.start(cursor, uid);
  const isAnotherReadable = await canReadAnother(client, uid, failures.attempts);
  let cause: unknown = null;
  const attempt = async <T>(work: Promise<T>): Promise<T | null> => {
    try {
      return await work;
    } catch (error) {
      if (mustStop() || (client.usable && !isReadFailure(error))) throw error;
      cause ??= error;
      return null;
    }
  };
  const listed = await attempt(readRemoteMails(client, [uid], cursor));
  if (listed?.length === 0) return cursor;
  const mail = listed?.[0] ?? { uid, size: 0, arrivedAt: cursor.since };
  const headers = await attempt(readHeadersOnly(client, mail));
  // Older mail is moved only if its date is known. This value is for mail whose date the server did not report.
  const staysUnchanged = inbound.after_import === 'leave' || (isEarlierMailHandled && uid <= cursor.since_uid);
  const imported = await attempt(
    listed ? importAlone(context, mail, cursor) : importSource(context, mail, cursor, staysUnchanged),
  );
  if (imported !== null) return imported;
  const substitute =
    headers ?? (isAnotherReadable ? describeUnreadable(cursor, uid, toImapError(cause).message) : null);
  if (substitute === null) throw cause;
  return storeMail(context, mail, Readable.from([substitute]), cursor, isEarlierMailHandled);
};

/** Imports a mail whose size the server does not report. @returns null if the server delivers no bytes */
const importSource = async (
  context: ImportContext,
  mail: RemoteMail,
  cursor: ImapCursor,
  staysUnchanged: boolean,
): Promise<ImapCursor | null> => {
  const source = (await readSources(context.client, [mail])).get(mail.uid);
  return source ? storeMail(context, mail, Readable.from([source]), cursor, staysUnchanged) : null;
};

/**
 * Returns whether the headers of another mail can be read. Tries the newest mail first, and an older mail after each
 * failed attempt.
 */
const canReadAnother = async (client: ImapFlow, uid: number, attempts: number): Promise<boolean> => {
  const others = (await listAllUids(client)).filter(each => each !== uid);
  const other = others.at(-1 - (attempts % others.length));
  if (other === undefined) return false;
  try {
    const response = await client.fetchOne(
      String(other),
      { uid: true, size: true, internalDate: true, headers: true },
      { uid: true },
    );
    return findHeaders(response) !== null;
  } catch (error) {
    if (!client.usable || !isReadFailure(error)) throw error;
    return false;
  }
};
