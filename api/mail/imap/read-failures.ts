import type { ImapCursor } from './cursor.ts';
import { isReadFailure } from './imap-error.ts';

/**
 * The number of failures, and the time since the first failure, after which only a mail's readable parts are imported.
 * Both limits must be reached. The mail then no longer delays the next mail. An outage of the server's storage usually
 * ends sooner.
 */
const [maxFailures, failingMilliseconds] = [5, 900_000];

export type ReadFailures = ReturnType<typeof createReadFailures>;

type Numbering = Pick<ImapCursor, 'uidvalidity'>;

/**
 * Records how often reading one mail failed or closed the connection, and since when.
 * Changed settings of the mailbox's connection (a new `connectionVersion`) need a new record.
 */
export const createReadFailures = (connectionVersion: number) => {
  const toKey = ({ uidvalidity }: Numbering, uid: number): string => `${uidvalidity} ${uid}`;
  let [reading, failed] = ['', ''];
  let [count, since, attempts] = [0, 0, 0];
  const hasFailedLong = (now: number) => count >= maxFailures && now - since >= failingMilliseconds;
  return {
    connectionVersion,
    /** The number of failures since `isFailing` became true. */
    get attempts() {
      return attempts;
    },

    /** Records the mail, or the first of the mails, that the next commands read. */
    start(numbering: Numbering, uid: number): void {
      reading = toKey(numbering, uid);
    },

    /** Records that the next commands read no mail. */
    stop(): void {
      reading = '';
    },

    /** Counts an error if the mail that was read may be its cause. */
    add(error: unknown, now: number): void {
      if (reading === '' || !isReadFailure(error)) return;
      if (reading !== failed) [failed, count, since, attempts] = [reading, 0, now, 0];
      if (hasFailedLong(now)) attempts += 1;
      count += 1;
    },

    /** Returns whether reading one of these mails failed before. */
    includes: (numbering: Numbering, uids: readonly number[]): boolean =>
      failed !== '' && uids.some(uid => toKey(numbering, uid) === failed),

    /** Returns whether a mail must not delay the next mail any longer. */
    isFailing: (numbering: Numbering, uid: number, now: number): boolean =>
      toKey(numbering, uid) === failed && hasFailedLong(now),
  };
};
