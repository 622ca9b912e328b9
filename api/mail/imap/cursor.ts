import type { Selectable } from 'kysely';
import type { Queries, WriteTransaction } from '../../database/database.ts';
import type { ImapCursorTable } from '../../database/schema.ts';

export type ImapCursor = Selectable<ImapCursorTable>;

/** The numbering of an IMAP folder when it was opened. */
export type OpenedFolder = { uidvalidity: number; highestUid: number };

/** The mailbox was changed, disabled, paused or deleted, or another process imports its mail. */
export class ConnectionChangedError extends Error {}

/** An import restarts this long before the last imported mail. Missed mail is assumed to be newer. */
const overlapMilliseconds = 2 * 86_400_000;

/** Reads the cursor of a mailbox; null before its first connection. */
const readCursor = async (queries: Queries, mailboxN: number): Promise<ImapCursor | null> =>
  (await queries.selectFrom('imap_cursors').selectAll().where('mailbox_n', '=', mailboxN).executeTakeFirst()) ?? null;

/**
 * Returns the cursor for an opened folder. Stores a new cursor if the import starts or restarts. On the first
 * connection, the import starts with new mail, or at `importSince` if it is given. After the UIDs, the host or the user
 * changed, it restarts two days before the last imported mail. If older mail is still missing, it restarts at the old
 * `since`. After a change of `importSince`, it restarts there. Mail that was imported already is recognized.
 */
export const openCursor = async (
  writes: WriteTransaction,
  mailboxN: number,
  { uidvalidity, highestUid }: OpenedFolder,
  { importSince, now }: { importSince: number | null; now: number },
): Promise<ImapCursor> => {
  const stored = await readCursor(writes, mailboxN);
  // A server that was restored from a backup may assign the same UIDs again.
  if (stored?.uidvalidity === uidvalidity && stored.last_uid <= highestUid) return stored;
  // Servers report whole seconds.
  const connectedAt = stored?.connected_at ?? now - (now % 1000);
  const first = importSince ?? connectedAt;
  const isNew = stored === null && importSince === null;
  const start = isNew ? highestUid : 0;
  const cursor: ImapCursor = {
    ...{ mailbox_n: mailboxN, uidvalidity, last_uid: start, handled_uid: start, connected_at: connectedAt },
    since: stored === null ? first : Math.max(first, getRestart(stored)),
    since_uid: highestUid,
  };
  await writes.deleteFrom('imap_cursors').where('mailbox_n', '=', mailboxN).execute();
  await writes.insertInto('imap_cursors').values(cursor).execute();
  return cursor;
};

const getRestart = ({ last_uid, since_uid, since }: ImapCursor): number =>
  last_uid < since_uid ? since : since - overlapMilliseconds;

/** Moves a cursor. @throws ConnectionChangedError if another process moved it after it was read */
export const moveCursor = async (
  writes: WriteTransaction,
  before: ImapCursor,
  change: Partial<Pick<ImapCursor, 'last_uid' | 'handled_uid' | 'since'>>,
): Promise<ImapCursor> => {
  const moved = await writes
    .updateTable('imap_cursors')
    .set(change)
    .where('mailbox_n', '=', before.mailbox_n)
    .where('uidvalidity', '=', before.uidvalidity)
    .where('last_uid', '=', before.last_uid)
    .where('handled_uid', '=', before.handled_uid)
    .returningAll()
    .executeTakeFirst();
  if (moved === undefined) throw new ConnectionChangedError('Another process imports the mail of this mailbox.');
  return moved;
};
