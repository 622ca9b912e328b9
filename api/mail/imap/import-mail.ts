import { Readable } from 'node:stream';
import { type ImapCursor, moveCursor } from './cursor.ts';
import { isReadFailure } from './imap-error.ts';
import { importFailing } from './import-failing.ts';
import { listUids, maxSourceBytes, type RemoteMail, readRemoteMails, readSources } from './list-mail.ts';
import { type ImportContext, importAlone, storeMail } from './store-mail.ts';

/** The maximum number of mails whose sizes one command reads. */
const listSize = 200;

/** The maximum number and total bytes of mails that one command reads whole. */
const [groupSize, maxGroupBytes] = [50, 2 * 1024 * 1024];

/**
 * Imports all mail after the cursor in the order of UIDs. The cursor moves in the transaction that stores a mail, so a
 * crash or a lost connection neither repeats nor omits a mail.
 * @returns the new cursor, and whether all mail was imported
 */
export const importMail = async (
  context: ImportContext,
  start: ImapCursor,
): Promise<{ cursor: ImapCursor; isComplete: boolean }> => {
  const { client, transaction, mustStop, failures } = context;
  let cursor = start;
  const uids = await listUids(client, cursor, cursor.last_uid + 1, null);
  for (let index = 0; index < uids.length; index += listSize) {
    const page = uids.slice(index, index + listSize);
    // If reading one of these mails failed before, each mail is read alone, so that the other mails are imported.
    const parts = failures.includes(cursor, page) ? page.map(uid => [uid]) : [page];
    for (const part of parts) cursor = await importPart(context, part, cursor);
    if (mustStop()) return { cursor, isComplete: false };
    const last = page.at(-1) ?? cursor.last_uid;
    if (last > cursor.last_uid) cursor = await transaction(writes => moveCursor(writes, cursor, { last_uid: last }));
  }
  return { cursor, isComplete: true };
};

/** Imports mails. If the server fails to report their sizes, the list is halved until the failing mail is alone. */
const importPart = async (context: ImportContext, uids: readonly number[], before: ImapCursor): Promise<ImapCursor> => {
  const { client, failures, clock, mustStop } = context;
  const [first] = uids;
  if (first === undefined || mustStop()) return before;
  if (uids.length === 1 && failures.isFailing(before, first, clock())) {
    const imported = await importFailing(context, first, before);
    failures.stop();
    if (imported.last_uid >= first) await context.onImported();
    return imported;
  }
  failures.start(before, first);
  const mails = await readRemoteMails(client, uids, before).catch((error: unknown) => {
    if (uids.length > 1 && client.usable && isReadFailure(error)) return null;
    throw error;
  });
  if (mails === null) {
    const half = Math.ceil(uids.length / 2);
    return importPart(context, uids.slice(half), await importPart(context, uids.slice(0, half), before));
  }
  failures.stop();
  let cursor = before;
  for (const group of toGroups(mails)) {
    if (mustStop()) return cursor;
    cursor = await importGroup(context, group, cursor);
  }
  return cursor;
};

/** Groups mails that are small enough to be read with one command. A larger mail is a group of its own. */
const toGroups = (mails: readonly RemoteMail[]): RemoteMail[][] => {
  const groups: RemoteMail[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const mail of mails) {
    const group = groups.at(-1);
    bytes += mail.size;
    const fits = mail.size <= maxSourceBytes && bytes <= maxGroupBytes;
    if (fits && group !== undefined && group.length < groupSize) group.push(mail);
    else {
      groups.push([mail]);
      bytes = mail.size <= maxSourceBytes ? mail.size : Number.POSITIVE_INFINITY;
    }
  }
  return groups;
};

const importGroup = async (context: ImportContext, group: RemoteMail[], before: ImapCursor): Promise<ImapCursor> => {
  const { client, failures } = context;
  let cursor = before;
  const [first] = group;
  if (first !== undefined) failures.start(cursor, first.uid);
  // Mails that are missing from the response are read alone.
  const sources = first && first.size <= maxSourceBytes ? await readSources(client, group) : new Map<number, Buffer>();
  for (const mail of group) {
    const source = sources.get(mail.uid);
    failures.start(cursor, mail.uid);
    cursor = await (source !== undefined
      ? storeMail(context, mail, Readable.from([source]), cursor)
      : importAlone(context, mail, cursor));
    failures.stop();
    await context.onImported();
  }
  return cursor;
};
