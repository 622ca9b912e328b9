import type { ImapFlow } from 'imapflow';
import type { InboundDraft } from '#contract';
import type { WriteTransaction } from '../../database/database.ts';
import { type ImapCursor, moveCursor } from './cursor.ts';
import { closedMessage, ImapError, isReadFailure } from './imap-error.ts';
import { listUids, readRemoteMails } from './list-mail.ts';

type AfterImport = {
  client: ImapFlow;
  inbound: Pick<InboundDraft, 'after_import' | 'move_to'>;
  transaction<T>(work: (writes: WriteTransaction) => Promise<T>): Promise<T>;
};

/** A change that the server rejected. It is not retried if `isFinal`: each attempt would copy the mail again. */
type Rejection = { error: string; isFinal: boolean };

/** The maximum number of mails that one command changes. */
const batchSize = 200;

/**
 * Marks imported mail on the server as read, or moves it. The call can be repeated after a failure, because moved mail
 * is not found again.
 * @returns the new cursor, and the error if the server rejected a change; the mail stays imported
 * @throws ConnectionChangedError, or the failure of the client if mail cannot be listed or the connection was closed
 */
export const markOrMoveImported = async (
  context: AfterImport,
  start: ImapCursor,
): Promise<{ cursor: ImapCursor; error: string | null }> => {
  const { client, inbound, transaction } = context;
  let cursor = start;
  const setHandled = async (handled_uid: number) => {
    cursor = await transaction(writes => moveCursor(writes, cursor, { handled_uid }));
  };
  if (cursor.handled_uid >= cursor.last_uid) return { cursor, error: null };
  const staysUnchanged = inbound.after_import === 'leave';
  const uids = staysUnchanged ? [] : await listUids(client, cursor, cursor.handled_uid + 1, cursor.last_uid);
  for (let index = 0; index < uids.length; index += batchSize) {
    const batch = uids.slice(index, index + batchSize);
    const imported = await findImported(client, batch, cursor);
    const rejection = imported.length === 0 ? null : await change(context, imported.join(','));
    // The client reports a closed connection as a rejection too.
    if (rejection?.isFinal === false && !client.usable) throw new ImapError(closedMessage);
    if (rejection === null || rejection.isFinal) await setHandled(batch.at(-1) ?? cursor.handled_uid);
    if (rejection !== null) return { cursor, error: rejection.error };
  }
  if (cursor.handled_uid < cursor.last_uid) await setHandled(cursor.last_uid);
  return { cursor, error: null };
};

/** Returns the UIDs of imported mail: new mail, and older mail that arrived at or after `cursor.since`. */
const findImported = async (client: ImapFlow, uids: readonly number[], cursor: ImapCursor): Promise<number[]> => {
  const isNew = (uid: number) => uid > cursor.since_uid;
  const old = uids.filter(uid => !isNew(uid));
  return [...(await findArrivedSince(client, old, cursor)), ...uids.filter(isNew)];
};

/**
 * Returns the UIDs of mail that arrived at or after `cursor.since`. Omits mails whose dates cannot be read: halves the
 * list until each of them is alone.
 */
const findArrivedSince = async (client: ImapFlow, uids: readonly number[], cursor: ImapCursor): Promise<number[]> => {
  try {
    return (await readRemoteMails(client, uids, cursor)).map(({ uid }) => uid);
  } catch (error) {
    if (!client.usable || !isReadFailure(error)) throw error;
    if (uids.length === 1) return [];
    const half = Math.ceil(uids.length / 2);
    const first = await findArrivedSince(client, uids.slice(0, half), cursor);
    return [...first, ...(await findArrivedSince(client, uids.slice(half), cursor))];
  }
};

const change = async (
  { client, inbound: { after_import, move_to } }: AfterImport,
  range: string,
): Promise<Rejection | null> => {
  if (after_import === 'move' && move_to !== null) return move(client, range, move_to);
  if (await client.messageFlagsAdd(range, ['\\Seen'], { uid: true })) return null;
  return { error: 'The server did not mark imported mail as read', isFinal: false };
};

/** Moves mail. Without the MOVE extension, copies the mail and then deletes exactly the copied mail. */
const move = async (client: ImapFlow, range: string, folder: string): Promise<Rejection | null> => {
  const notMoved = { error: `The server did not move imported mail to “${folder}”`, isFinal: false };
  if (client.capabilities.has('MOVE'))
    return (await client.messageMove(range, folder, { uid: true })) ? null : notMoved;
  const obstacle = findDeleteObstacle(client);
  if (obstacle !== null) return { error: `${notMoved.error}: ${obstacle}`, isFinal: false };
  if (!(await client.messageCopy(range, folder, { uid: true }))) return notMoved;
  if (await client.messageDelete(range, { uid: true })) return null;
  return {
    error: `The server copied imported mail to “${folder}”, but did not delete it from its folder`,
    // If the connection was cut, the mail may not even be marked as deleted.
    isFinal: client.usable,
  };
};

/** Returns the reason why copied mail cannot be deleted from its folder, else null. */
const findDeleteObstacle = ({ capabilities, mailbox }: ImapFlow): string | null => {
  if (!capabilities.has('UIDPLUS')) return 'it supports neither MOVE nor UIDPLUS';
  const flags = mailbox ? mailbox.permanentFlags : undefined;
  return flags === undefined || flags.has('\\Deleted') ? null : 'this user may not delete mail from the folder';
};
