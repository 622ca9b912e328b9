import type { Selectable } from 'kysely';
import type { AttachmentStore } from '../../attachments/store.ts';
import type { AttachedFile, MessageKey } from '../../database/attachments.ts';
import type { Queries, WriteTransaction } from '../../database/database.ts';
import type { MailTable } from '../../database/schema.ts';
import { MissingFileError } from '../../files/driver.ts';
import type { Files } from '../../files/files.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { doublingBackoff, type Handler } from '../../jobs/handler.ts';
import type { MailParser, StoreFile } from '../parse/mail-parser.ts';
import { listMessageFiles, type MailFile, UnparsableMailError } from '../parse/parsed-mail.ts';
import { toUploadedFile } from './message-files.ts';
import { createStoreFile } from './store-file.ts';

type Dependencies = {
  files: Files;
  attachments: Pick<AttachmentStore, 'reserveIds' | 'insertOnMessage'>;
  messages: {
    addFiles(
      writes: WriteTransaction,
      message: MessageKey,
      add: (message: { author_id: string }) => Promise<AttachedFile[]>,
      now: number,
    ): Promise<void>;
  };
  parser: MailParser;
};

type OldMail = Pick<Selectable<MailTable>, 'n' | 'file_id' | 'ticket_id' | 'message_id'>;

/** There is one job: a second job would parse the same mails. */
const addMailFilesKey = 'all';

/** After this time the job starts anew, so that its deadline is never reached. */
const maxRunMilliseconds = 60_000;

/**
 * Creates the handler that adds the files of mails that an older version without attachments processed. The bodies of
 * their messages stay unchanged. Each mail is one transaction, so a crash neither repeats nor skips a mail.
 */
export const createAddMailFiles = ({ files, attachments, messages, parser }: Dependencies): Handler => {
  /** Stores and lists the files of a mail. A mail that can no longer be read has no files. */
  const readFiles = async ({ file_id }: OldMail, store: StoreFile): Promise<MailFile[]> => {
    if (file_id === null) return [];
    try {
      const { size, chunks } = await files.get(file_id);
      return listMessageFiles(await parser.parse(size, chunks, store));
    } catch (error) {
      if (error instanceof UnparsableMailError || error instanceof MissingFileError) return [];
      throw error;
    }
  };

  /** Adds files to the message of a mail, unless they were added already. */
  const addFiles = async (
    writes: WriteTransaction,
    { n, ticket_id, message_id }: OldMail,
    found: readonly MailFile[],
    now: number,
  ): Promise<void> => {
    const { numUpdatedRows } = await writes
      .updateTable('mails')
      .set({ lacks_files: 0 })
      .where('n', '=', n)
      .where('lacks_files', '=', 1)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n || found.length === 0 || ticket_id === null || message_id === null) return;
    const message = { ticketId: ticket_id, messageId: message_id };
    const add = async ({ author_id }: { author_id: string }) => {
      const ids = await attachments.reserveIds(writes, found.length);
      const address = { ...message, uploaderId: author_id, now };
      return attachments.insertOnMessage(writes, found.map(toUploadedFile), ids, address);
    };
    await messages.addFiles(writes, message, add, now);
  };

  return {
    kind: 'add_mail_files',
    concurrency: 1,
    maxAttempts: Number.POSITIVE_INFINITY,
    backoff: doublingBackoff(60_000, 3_600_000),
    effect: 'store',
    async run({ progress }, { database, clock, signal, setProgress }) {
      const until = clock() + maxRunMilliseconds;
      const store = createStoreFile(files, database, clock);
      const remaining = await countRemaining(database.read);
      const total = Math.max(progress?.total ?? 0, remaining);
      for (let done = total - remaining; ; done++) {
        await setProgress({ done, total });
        // The next query has to see the commit of the previous mail.
        database.startRequest();
        const mail = await findNext(database.read);
        if (mail === undefined) return undefined;
        if (signal.aborted || clock() >= until)
          return writes => enqueue(writes, 'add_mail_files', { key: addMailFilesKey });
        const found = await readFiles(mail, store);
        await database.transaction(writes => addFiles(writes, mail, found, clock()));
      }
    },
  };
};

/** Enqueues the job if a restored desk has mails without their files. */
export const enqueueAddMailFiles = async (writes: WriteTransaction): Promise<void> => {
  if ((await findNext(writes)) !== undefined) await enqueue(writes, 'add_mail_files', { key: addMailFilesKey });
};

const findNext = (queries: Queries): Promise<OldMail | undefined> =>
  queries
    .selectFrom('mails')
    .select(['n', 'file_id', 'ticket_id', 'message_id'])
    // A literal, so that the partial index is used.
    .where(({ eb, lit }) => eb('lacks_files', '=', lit(1)))
    .orderBy('n')
    .limit(1)
    .executeTakeFirst();

const countRemaining = async (queries: Queries): Promise<number> => {
  const { count } = await queries
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(({ eb, lit }) => eb('lacks_files', '=', lit(1)))
    .executeTakeFirstOrThrow();
  return count;
};
