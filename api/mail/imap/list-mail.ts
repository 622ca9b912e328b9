import type { ImapFlow } from 'imapflow';
import type { ImapCursor } from './cursor.ts';
import { closedMessage, ImapError } from './imap-error.ts';

/** A mail on the server. `arrivedAt`: milliseconds since 1970. */
export type RemoteMail = { uid: number; size: number; arrivedAt: number };

/** Servers compare days in their own time zone, so a search starts one day earlier. */
const dayMilliseconds = 86_400_000;

/** Lists the UIDs from `first` to `last` (null: the highest). Omits most mail that is too old to be imported. */
export const listUids = async (
  client: ImapFlow,
  { since, since_uid }: ImapCursor,
  first: number,
  last: number | null,
): Promise<number[]> => {
  const end = last ?? Number.POSITIVE_INFINITY;
  const lists = [
    first <= since_uid && first <= end
      ? await search(client, { uid: `${first}:${Math.min(since_uid, end)}`, since: new Date(since - dayMilliseconds) })
      : [],
    end > since_uid
      ? await search(client, { uid: `${Math.max(first, since_uid + 1)}:${last === null ? '*' : last}` })
      : [],
  ];
  // The highest mail matches every range that ends with "*" (RFC 9051, 9: seq-range).
  return lists.flat().filter(uid => uid >= first && uid <= end);
};

const search = async (client: ImapFlow, query: Parameters<ImapFlow['search']>[0]): Promise<number[]> => {
  const uids = await client.search(query, { uid: true });
  if (!Array.isArray(uids)) throw new ImapError(client.usable ? 'The server rejected a search' : closedMessage);
  return uids.sort((left, right) => left - right);
};

/** Lists the UIDs of all mail in the folder. */
export const listAllUids = (client: ImapFlow): Promise<number[]> => search(client, { uid: '1:*' });

/** Larger mails are read alone, chunk by chunk. So is mail whose size the server does not report. */
export const maxSourceBytes = 256 * 1024;

/** Reads small mails completely, with one command. The response may lack some of them. */
export const readSources = async (client: ImapFlow, mails: readonly RemoteMail[]): Promise<Map<number, Buffer>> => {
  const range = mails.map(({ uid }) => uid).join(',');
  const responses = await client.fetchAll(range, { uid: true, source: true }, { uid: true });
  return new Map(responses.flatMap(({ uid, source }) => (source?.length ? [[uid, source] as const] : [])));
};

/**
 * Reads the sizes and dates of mails in the order of `uids`. Omits mails that are too old to be imported, and mails
 * that no longer exist.
 * @throws ImapError if the server omits an existing mail
 */
export const readRemoteMails = async (
  client: ImapFlow,
  uids: readonly number[],
  { since, since_uid }: ImapCursor,
): Promise<RemoteMail[]> => {
  if (uids.length === 0) return [];
  const responses = await client.fetchAll(uids.join(','), { uid: true, size: true, internalDate: true }, { uid: true });
  const byUid = new Map(responses.map(response => [response.uid, response]));
  await requireDeleted(
    client,
    uids.filter(uid => !byUid.has(uid)),
  );
  return uids.flatMap(uid => {
    const response = byUid.get(uid);
    if (response === undefined) return [];
    const date = new Date(response.internalDate ?? Number.NaN).getTime();
    // A mail without a date counts as arrived at `since`. For NIL, the client returns 1970-01-01 and the size 0.
    const arrivedAt = date > 0 ? date : since;
    if (uid <= since_uid && arrivedAt < since) return [];
    return [{ uid, size: response.size || maxSourceBytes + 1, arrivedAt }];
  });
};

/**
 * Checks that mails were deleted. Some servers omit existing mail from a response.
 * @throws ImapError if one of the mails still exists
 */
export const requireDeleted = async (client: ImapFlow, uids: readonly number[]): Promise<void> => {
  if (uids.length === 0) return;
  const [existing] = await search(client, { uid: uids.join(',') });
  if (existing !== undefined)
    throw new ImapError(`The server did not return the mail with UID ${existing}, although it exists`);
};

/**
 * Returns the last assigned UID of the opened folder. If the server reports no UIDNEXT, returns the highest UID in the
 * folder, or 0 if the folder is empty.
 */
export const findHighestUid = async (client: ImapFlow): Promise<number> => {
  if (client.mailbox && client.mailbox.uidNext > 0) return client.mailbox.uidNext - 1;
  return (await listAllUids(client)).at(-1) ?? 0;
};
