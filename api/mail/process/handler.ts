import type { WriteTransaction } from '../../database/database.ts';
import type { MailRow } from '../../database/mails.ts';
import { findStoreOutage } from '../../database/outage.ts';
import { MissingFileError, OmittedFileError } from '../../files/driver.ts';
import type { Files } from '../../files/files.ts';
import { type Handler, retryAt } from '../../jobs/handler.ts';
import type { MailStore } from '../../mails/store.ts';
import { enqueueProcessing, ensureProcessing } from '../enqueue-processing.ts';
import type { MailParser } from '../parse/mail-parser.ts';
import { type ParsedMail, UnparsableMailError } from '../parse/parsed-mail.ts';
import type { MailContent } from './process-mail.ts';
import { createStoreFile } from './store-file.ts';

type HandlerDependencies = {
  mails: Pick<MailStore, 'findReceived' | 'countAttempt'>;
  files: Files;
  parser: MailParser;
  /** Stores the result of processing a mail. */
  process(writes: WriteTransaction, id: string, content: MailContent, now: number): Promise<void>;
};

/** After this time a job starts anew, so that its deadline is never reached. */
const maxRunMilliseconds = 20_000;

/** A mail fails after this many attempts. */
const maxAttempts = 3;

const outageMilliseconds = 5_000;

/**
 * Creates the handler that processes the mails of a mailbox in order of arrival. Each mail is one transaction that
 * locks it, so a crash or a lost lease neither repeats nor skips a mail. A mail that cannot be processed fails, and the
 * next mail follows.
 */
export const createProcessMail = ({ mails, files, parser, process }: HandlerDependencies): Handler => ({
  kind: 'process_mail',
  concurrency: 2,
  maxAttempts: Number.POSITIVE_INFINITY,
  backoff: attempts => (attempts === 1 ? 5_000 : 60_000),
  effect: 'store',
  ensureJobs: ensureProcessing,
  async run({ payload, attempt }, { database, clock, log, signal }) {
    const mailboxId = String(payload['mailbox_id']);
    const until = clock() + maxRunMilliseconds;
    const store = (mail: MailRow, content: MailContent) =>
      database.transaction(writes => process(writes, mail.id, content, clock()));

    for (let isFirst = true; ; isFirst = false) {
      // Lets the next read see the commit of the previous mail.
      database.startRequest();
      const mail = await mails.findReceived(database.read, mailboxId).catch(postponeOutage(clock));
      if (mail === null) return undefined;
      if (signal.aborted || clock() >= until) return writes => enqueueProcessing(writes, mailboxId);
      let failures = 0;
      try {
        if (isFirst && attempt > 1) failures = await countFailures(mail);
        await store(mail, await readMail(mail));
      } catch (error) {
        if (findStoreOutage(error) !== null) throw retryAt(clock() + outageMilliseconds);
        if (signal.aborted || (failures + 1 < maxAttempts && !isPermanent(error))) throw error;
        log.error({ err: error, mail: mail.id }, 'failed to process a mail; an agent can retry it in Mail problems');
        const failure = error instanceof MissingFileError ? 'original_missing' : 'parse_error';
        await store(mail, { mail: null, failure });
        // The new job counts attempts from 1.
        return writes => enqueueProcessing(writes, mailboxId);
      }
    }

    /**
     * Parses a mail, and stores its files before the transaction that refers to them. If the mail cannot be parsed,
     * parses only its headers.
     */
    async function readMail({ file_id }: MailRow): Promise<MailContent> {
      if (file_id === null) return { mail: null, failure: 'parse_error' };
      const { size, chunks } = await files.get(file_id);
      try {
        return { mail: await parser.parse(size, chunks, createStoreFile(files, database, clock)), failure: null };
      } catch (error) {
        if (!(error instanceof UnparsableMailError)) throw error;
        return { mail: await parseHeaders(parser, (await files.get(file_id)).chunks), failure: error.reason };
      }
    }

    /**
     * Counts a failed or crashed attempt at a mail.
     * @returns the number of such attempts so far
     * @throws TooManyAttemptsError
     */
    async function countFailures({ id }: MailRow): Promise<number> {
      const failures = await database.transaction(writes => mails.countAttempt(writes, id));
      if (failures >= maxAttempts)
        throw new TooManyAttemptsError('The process ended each time it processed this mail.');
      return failures;
    }
  },
});

class TooManyAttemptsError extends Error {}

/** Returns whether another attempt would fail, too. Other missing files may be on a disk that will be mounted again. */
const isPermanent = (error: unknown): boolean =>
  error instanceof TooManyAttemptsError || error instanceof OmittedFileError;

/** Creates a `catch` callback that postpones the job while the store is unavailable. */
const postponeOutage =
  (clock: () => number) =>
  (error: unknown): never => {
    throw findStoreOutage(error) === null ? error : retryAt(clock() + outageMilliseconds);
  };

/** Parses the headers of a mail, as far as its first chunk contains them. @returns null if they cannot be parsed */
const parseHeaders = async (parser: MailParser, chunks: AsyncIterable<Uint8Array>): Promise<ParsedMail | null> => {
  let start = Buffer.of();
  for await (const chunk of chunks) {
    start = Buffer.from(chunk);
    break;
  }
  const ends = ['\n\n', '\n\r\n'].map(end => start.indexOf(end)).filter(end => end !== -1);
  const headers = start.subarray(0, Math.min(start.length, ...ends));
  try {
    return await parser.parse(headers.length, [headers]);
  } catch (error) {
    if (error instanceof UnparsableMailError) return null;
    throw error;
  }
};
