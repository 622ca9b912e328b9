import type { ImapFlow } from 'imapflow';
import type { InboundDraft } from '#contract';
import type { WriteTransaction } from '../../database/database.ts';
import { type ImapCursor, moveCursor } from './cursor.ts';
import { ImapError } from './imap-error.ts';
import { listUids, readRemoteMails } from './list-mail.ts';

type AfterImport = {
  client: ImapFlow;
  inbound: Pick<InboundDraft, 'after_import' | 'move_to'>;
  transaction<T>(work: (writes: WriteTransaction) => Promise<T>): Promise<T>;
};

/** Mails that one command changes. */
const batchSize = 200;

/**
 * Marks imported mail as read, or moves it, after the mail is stored. It can be repeated after a failure: mail that was
 * moved is not found again.
 * @returns the new cursor, and what the server rejected; the mail stays imported
 */
export const handleImported = async (
  { client, inbound: { after_import, move_to }, transaction }: AfterImport,
  cursor: ImapCursor,
): Promise<ImapCursor> => {
  if (cursor.handled_uid >= cursor.last_uid) return cursor;
  const uids = after_import === 'leave' ? [] : await listUids(client, cursor, cursor.handled_uid + 1, cursor.last_uid);
  for (let index = 0; index < uids.length; index += batchSize) {
    const mails = await readRemoteMails(client, uids.slice(index, index + batchSize), cursor);
    const range = mails.map(({ uid }) => uid).join(',');
    if (range === '') continue;
    const isMove = after_import === 'move' && move_to !== null;
    const isDone = isMove
      ? (await client.messageMove(range, move_to, { uid: true })) !== false
      : await client.messageFlagsAdd(range, ['\\Seen'], { uid: true });
    if (!isDone)
      throw new ImapError(
        isMove
          ? `The server did not move imported mail to “${move_to}”`
          : 'The server did not mark imported mail as read',
      );
  }
  return transaction(writes => moveCursor(writes, cursor, { handled_uid: cursor.last_uid }));
};
