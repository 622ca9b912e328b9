import { Readable } from 'node:stream';
import type { ImapFlow } from 'imapflow';
import type { InboundDraft } from '#contract';
import { maxMailBytes } from '#contract/mails';
import type { WriteTransaction } from '../../database/database.ts';
import { FileTooLargeError } from '../../files/driver.ts';
import type { Files, NewFile } from '../../files/files.ts';
import { type ImapCursor, moveCursor } from './cursor.ts';
import { ImapError, isReadFailure } from './imap-error.ts';
import { listUids, type RemoteMail, readRemoteMails, requireGone } from './list-mail.ts';
import { readHeadersOnly, readLargeMail } from './stand-in.ts';

export type Import = {
  client: ImapFlow;
  inbound: Pick<InboundDraft, 'after_import' | 'move_to'>;
  files: Pick<Files, 'put'>;
  /** Runs a transaction while the connection of the mailbox is unchanged. @throws ConnectionChangedError */
  transaction<T>(work: (writes: WriteTransaction) => Promise<T>): Promise<T>;
  /** Stores a mail with the job that processes it; the same bytes are the same mail. */
  storeMail(writes: WriteTransaction, file: NewFile, isOld: boolean): Promise<unknown>;
  /** Called after each mail. */
  onProgress(): Promise<void>;
  mustStop(): boolean;
  clock(): number;
  failures: ReadFailures;
};

/** Counts how often, and since when, reading one mail of a connection failed or closed it. */
export type ReadFailures = {
  connection: number;
  uidvalidity: number;
  uid: number;
  count: number;
  since: number;
  isReading: boolean;
};

export const createReadFailures = (connection: number): ReadFailures => ({
  ...{ connection, uidvalidity: 0, uid: 0, count: 0, since: 0, isReading: false },
});

const startReading = ({ failures, clock }: Import, uid: number, { uidvalidity }: ImapCursor): void => {
  const isSame = failures.uid === uid && failures.uidvalidity === uidvalidity && failures.count > 0;
  Object.assign(failures, { isReading: true }, isSame ? {} : { uid, uidvalidity, count: 0, since: clock() });
};

/** Mails whose sizes one command reads. */
const listSize = 200;

/** Mails that one command reads completely. */
const [groupSize, maxGroupBytes, maxGroupedBytes] = [50, 2 * 1024 * 1024, 256 * 1024];

const chunkBytes = 1024 * 1024;

/**
 * After so many failures for so long the headers replace a mail whose body fails again, so that the next mail is not
 * delayed any longer. An outage of the server's storage usually ends sooner.
 */
const [maxFailures, failingMilliseconds] = [5, 900_000];

const isFailing = ({ failures, clock }: Import): boolean =>
  failures.count >= maxFailures && clock() - failures.since >= failingMilliseconds;

/**
 * Imports all mail after the cursor in its order. The cursor moves in the transaction that stores a mail, so a crash or
 * a lost connection neither repeats nor omits a mail.
 * @returns the new cursor, and whether all mail was imported
 */
export const importMail = async (
  context: Import,
  start: ImapCursor,
): Promise<{ cursor: ImapCursor; isComplete: boolean }> => {
  const { client, transaction, mustStop } = context;
  let cursor = start;
  const uids = await listUids(client, cursor, cursor.last_uid + 1, null);
  for (let index = 0; index < uids.length; index += listSize) {
    const page = uids.slice(index, index + listSize);
    for (const group of toGroups(await readRemoteMails(client, page, cursor), context.failures.count > 0)) {
      if (mustStop()) return { cursor, isComplete: false };
      cursor = await importGroup(context, group, cursor);
    }
    const last = page.at(-1) ?? cursor.last_uid;
    if (last > cursor.last_uid) cursor = await transaction(writes => moveCursor(writes, cursor, { last_uid: last }));
  }
  return { cursor, isComplete: true };
};

/** Groups small mails; after a failure each mail is alone, so that the others are imported. */
const toGroups = (mails: readonly RemoteMail[], isAlone: boolean): RemoteMail[][] => {
  const groups: RemoteMail[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const mail of mails) {
    const group = groups.at(-1);
    bytes += mail.size;
    const fits = !isAlone && mail.size <= maxGroupedBytes && bytes <= maxGroupBytes;
    if (fits && group !== undefined && group.length < groupSize) group.push(mail);
    else {
      groups.push([mail]);
      bytes = mail.size <= maxGroupedBytes ? mail.size : Number.POSITIVE_INFINITY;
    }
  }
  return groups;
};

const importGroup = async (context: Import, group: RemoteMail[], before: ImapCursor): Promise<ImapCursor> => {
  const { failures } = context;
  let cursor = before;
  const [first] = group;
  if (first !== undefined) startReading(context, first.uid, cursor);
  const sources =
    first && first.size <= maxGroupedBytes ? await readSources(context, group) : new Map<number, Buffer>();
  for (const mail of group) {
    const store = async (bytes: AsyncIterable<Uint8Array>): Promise<void> => {
      cursor = await storeMail(context, mail, bytes, cursor);
    };
    const source = sources.get(mail.uid);
    startReading(context, mail.uid, cursor);
    if (source !== undefined) await store(Readable.from([source]));
    else if (isFailing(context)) await storeFailing(context, mail, store);
    else await storeAlone(context.client, mail, store);
    failures.isReading = false;
    await context.onProgress();
  }
  return cursor;
};

/** Reads small mails with one command. Mails that are missing from its answer are read alone. */
const readSources = async (context: Import, group: readonly RemoteMail[]): Promise<Map<number, Buffer>> => {
  if (isFailing(context)) return new Map();
  const range = group.map(({ uid }) => uid).join(',');
  const answers = await context.client.fetchAll(range, { uid: true, source: true }, { uid: true });
  return new Map(answers.flatMap(({ uid, source }) => (source?.length ? [[uid, source] as const] : [])));
};

type Store = (bytes: AsyncIterable<Uint8Array>) => Promise<void>;

const storeAlone = (client: ImapFlow, mail: RemoteMail, store: Store): Promise<void> =>
  mail.size > maxMailBytes
    ? storeStandIn(mail, store, readLargeMail(client, mail, maxMailBytes))
    : storeChunks(client, mail, store);

/** Tries a mail that failed often once more. Headers from the same connection show that only its body fails. */
const storeFailing = async (context: Import, mail: RemoteMail, store: Store): Promise<void> => {
  const { client, mustStop } = context;
  const headers = await readHeadersOnly(client, mail);
  try {
    await storeAlone(client, mail, store);
  } catch (error) {
    if (mustStop() || (client.usable && !isReadFailure(error))) throw error;
    await storeStandIn(mail, store, Promise.resolve(headers));
  }
};

/** Reads a mail chunk by chunk. Its size may be larger than the server said. */
const storeChunks = async (client: ImapFlow, mail: RemoteMail, store: Store): Promise<void> => {
  const { content } = await client.download(String(mail.uid), undefined, { uid: true, chunkSize: chunkBytes });
  if (content === undefined) return requireGone(client, [mail.uid]);
  try {
    await store(content);
  } catch (error) {
    content.destroy();
    if (!(error instanceof FileTooLargeError)) throw error;
    await storeStandIn(mail, store, readLargeMail(client, { ...mail, size: maxMailBytes + 1 }, maxMailBytes));
  }
};

const storeStandIn = async (mail: RemoteMail, store: Store, standIn: Promise<Buffer | null>): Promise<void> => {
  const bytes = await standIn;
  if (bytes === null) throw new ImapError(`The server did not answer with the headers of the mail ${mail.uid}`);
  await store(Readable.from([bytes]));
};

/** Stores a mail and moves the cursor in one transaction. */
const storeMail = (
  { files, transaction, inbound, clock, ...context }: Import,
  { uid, arrivedAt }: RemoteMail,
  bytes: AsyncIterable<Uint8Array>,
  cursor: ImapCursor,
): Promise<ImapCursor> =>
  files.put(bytes, { maxBytes: maxMailBytes }, file =>
    transaction(async writes => {
      await context.storeMail(writes, file, arrivedAt < cursor.connected_at);
      return moveCursor(writes, cursor, {
        last_uid: uid,
        ...(inbound.after_import === 'leave' && { handled_uid: uid }),
        ...(uid > cursor.since_uid && { since: Math.min(arrivedAt, clock()) }),
      });
    }),
  );
