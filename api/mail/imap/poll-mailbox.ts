import { type ConnectionState, connectionStates } from '#contract/enums';
import { encodeEnum } from '../../database/column-encoding.ts';
import type { Queries, WriteTransaction } from '../../database/database.ts';
import type { Credentials, Inbound, MailboxCredentials } from '../../database/mailbox-servers.ts';
import { setMailboxState } from '../../database/mailbox-states.ts';
import { findStoreOutage } from '../../database/outage.ts';
import type { Files, NewFile } from '../../files/files.ts';
import { doublingBackoff, type FinishJob, type Handler, type JobContext } from '../../jobs/handler.ts';
import { enqueuePolling, ensurePolling } from '../../mailboxes/polling.ts';
import { connectionDraft, type MailboxRow } from '../../mailboxes/representation.ts';
import { MailboxUnavailableError } from '../../mails/store.ts';
import { markOrMoveImported } from './after-import.ts';
import { connectImap, type ImapConnection, openFolder } from './connect.ts';
import { ConnectionChangedError, openCursor } from './cursor.ts';
import { ImapError, toImapError } from './imap-error.ts';
import { importMail } from './import-mail.ts';
import { findHighestUid } from './list-mail.ts';
import { createReadFailures, type ReadFailures } from './read-failures.ts';
import type { ImportContext } from './store-mail.ts';
import { watchMail } from './watch-mail.ts';

export type PollingDependencies = MailboxCredentials & {
  mailboxes: { find(queries: Queries, id: string): Promise<MailboxRow | null> };
  files: Pick<Files, 'put'>;
  storeMail(
    writes: WriteTransaction,
    mail: { mailboxId: string; envelope: { from: null; to: null }; file: NewFile; isOld: boolean },
    now: number,
  ): Promise<unknown>;
  intervals?: Partial<PollingIntervals>;
};

/** Intervals in milliseconds. */
export type PollingIntervals = {
  /** The duration of a session. The next session opens a new connection. With 0, a session checks for mail once. */
  session: number;
  /** The delay between two sessions. */
  next: number;
  /** The maximum time between two polls for new mail, even on a server that announces mail. */
  check: number;
  /** The time between two checks of whether another process changed the mailbox. */
  change: number;
  /** The delay after a lost connection that had imported mail, or had worked for `stable`. */
  reconnect: number;
  stable: number;
};

const defaultIntervals: PollingIntervals = {
  ...{ session: 1_200_000, next: 0, check: 60_000 },
  ...{ change: 10_000, reconnect: 5000, stable: 60_000 },
};

/** The delay of a session that waits for a new access token. */
const renewingMilliseconds = 2000;

/**
 * Creates the handler that imports the mail of a mailbox's IMAP folder. A mailbox has one such job, so it has at most
 * one connection.
 */
export const createPollMailbox = (dependencies: PollingDependencies): Handler => {
  const failures = new Map<string, ReadFailures>();
  return {
    kind: 'poll_mailbox',
    concurrency: 50,
    maxAttempts: Number.POSITIVE_INFINITY,
    backoff: doublingBackoff(5000, 300_000),
    // A session ends only between two mails, so a slow mail extends it.
    deadlineMilliseconds: 3_600_000,
    effect: 'outside',
    ensureJobs: ensurePolling,
    run(job, context) {
      const id = String(job.payload['mailbox_id']);
      const getFailures = ({ connection_version }: MailboxRow): ReadFailures => {
        const stored = failures.get(id);
        if (stored?.connectionVersion === connection_version) return stored;
        const created = createReadFailures(connection_version);
        failures.set(id, created);
        return created;
      };
      return poll(id, { ...context, getFailures }, dependencies);
    },
  };
};

/** The mailbox of a session, with its IMAP server and credentials. */
type Session = { mailbox: MailboxRow; inbound: Inbound; credentials: Credentials };

type PollContext = JobContext & { getFailures(mailbox: MailboxRow): ReadFailures };

const poll = async (
  id: string,
  context: PollContext,
  dependencies: PollingDependencies,
): Promise<FinishJob | undefined> => {
  const { database, clock, signal, log, getFailures } = context;
  const { next, reconnect, stable } = { ...defaultIntervals, ...dependencies.intervals };
  database.startRequest();
  const mailbox = await dependencies.mailboxes.find(database.read, id);
  const inbound = mailbox && connectionDraft(mailbox).inbound;
  if (mailbox === null || inbound === null || mailbox.enabled === 0) return undefined;
  const states = createStates(mailbox, context, dependencies);
  if (await states.isPaused()) return undefined;
  let [hasImported, worksSince] = [false, Number.POSITIVE_INFINITY];
  const onImported = async () => {
    if (hasImported) return;
    hasImported = true;
    await states.set('ok', null);
  };
  const onChecked = () => {
    worksSince = Math.min(worksSince, performance.now());
  };
  const failures = getFailures(mailbox);
  failures.stop();
  let generation: number | null = null;
  try {
    const credentials = await dependencies.readCredentials(database, mailbox, 'inbound', clock());
    if (credentials === null) throw new ImapError('Enter the password again', true);
    if ('response' in credentials) {
      if (credentials.isRenewing) return writes => enqueuePolling(writes, mailbox, clock() + renewingMilliseconds);
      throw new ImapError(credentials.response, credentials.needsPerson);
    }
    if ('generation' in credentials) generation = credentials.generation;
    await runSession(
      { mailbox, inbound, credentials },
      { ...context, failures, states, onImported, onChecked },
      dependencies,
    );
    return writes => enqueuePolling(writes, mailbox, next === 0 ? undefined : clock() + next);
  } catch (error) {
    if (signal.aborted || findStoreOutage(error) !== null) throw error;
    if (error instanceof ConnectionChangedError || error instanceof MailboxUnavailableError)
      return writes => enqueuePolling(writes, mailbox);
    failures.add(error, clock());
    const failure = toImapError(error);
    if (failure instanceof ImapError && failure.needsPerson) {
      const token = generation === null ? null : { generation, now: clock() };
      if (token !== null && (await dependencies.rejectToken(database, mailbox.id, token)))
        return writes => enqueuePolling(writes, mailbox, clock() + renewingMilliseconds);
      await states.set('paused', failure.message);
      log.warn(
        { mailbox: mailbox.id, err: failure },
        'paused incoming mail; correct the connection or sign in again in Settings › Mailboxes',
      );
      return undefined;
    }
    // A server that closes each connection early must not be polled every few seconds.
    if (hasImported || performance.now() - worksSince >= stable) {
      log.info({ mailbox: mailbox.id, err: failure }, 'the IMAP connection closed; reconnecting');
      return writes => enqueuePolling(writes, mailbox, clock() + reconnect);
    }
    await states.set('error', failure.message);
    throw failure;
  }
};

type States = ReturnType<typeof createStates>;

/** Creates functions for the state of incoming mail. They store nothing after the mailbox's connection has changed. */
const createStates = (
  mailbox: MailboxRow,
  { database, clock }: Pick<JobContext, 'database' | 'clock'>,
  { mailboxes }: Pick<PollingDependencies, 'mailboxes'>,
) => {
  const isCurrent = (row: MailboxRow | null): boolean =>
    row !== null && row.enabled === 1 && row.connection_version === mailbox.connection_version;
  const read = (queries: Queries) =>
    queries
      .selectFrom('mailbox_states')
      .select(['inbound_state', 'inbound_error'])
      .where('mailbox_n', '=', mailbox.n)
      .executeTakeFirst();
  const isPaused = async (queries: Queries): Promise<boolean> =>
    (await read(queries))?.inbound_state === encodeEnum(connectionStates, 'paused');
  const requireCurrent = async (queries: Queries): Promise<void> => {
    if (!isCurrent(await mailboxes.find(queries, mailbox.id)) || (await isPaused(queries)))
      throw new ConnectionChangedError('The connection of the mailbox has changed, or was paused.');
  };
  return {
    isPaused: () => isPaused(database.read),

    /** Runs a transaction that locks the mailbox. @throws ConnectionChangedError */
    transaction: <T>(work: (writes: WriteTransaction) => Promise<T>): Promise<T> =>
      database.transaction(async writes => {
        await requireCurrent(writes);
        return work(writes);
      }),

    /** @throws ConnectionChangedError */
    async requireCurrent(): Promise<void> {
      database.startRequest();
      await requireCurrent(database.read);
    },

    /** Stores a state if it differs from the stored state. Only a person or a new sign-in ends a pause. */
    async set(state: ConnectionState, error: string | null): Promise<void> {
      const before = await read(database.read);
      if (before?.inbound_state === encodeEnum(connectionStates, state) && before.inbound_error === error) return;
      await database.transaction(async writes => {
        if (!isCurrent(await mailboxes.find(writes, mailbox.id)) || (await isPaused(writes))) return;
        await setMailboxState(writes, mailbox.n, 'inbound', { state, error, now: clock() });
      });
    },
  };
};

type SessionContext = JobContext & {
  failures: ReadFailures;
  states: States;
  onImported(): Promise<void>;
  onChecked(): void;
};

/** Imports new mail until the session has lasted long enough. @throws the failure that ended the session */
const runSession = async (
  session: Session,
  context: SessionContext,
  dependencies: PollingDependencies,
): Promise<void> => {
  const { inbound, credentials } = session;
  const connection = await connectImap(inbound, credentials, context.signal).catch((error: unknown) => {
    throw toImapError(error);
  });
  try {
    await importUntilEnd(session, connection, context, dependencies);
  } catch (error) {
    // Commands report only that the connection is closed. A failure of the store leaves the connection open.
    throw connection.client.usable ? error : toImapError(connection.getFailure() ?? error);
  } finally {
    connection.client.close();
  }
};

const importUntilEnd = async (
  { mailbox, inbound }: Session,
  { client }: ImapConnection,
  { states, signal, onImported, onChecked, clock, database, failures }: SessionContext,
  { files, storeMail, intervals }: PollingDependencies,
): Promise<void> => {
  const { session, check, change } = { ...defaultIntervals, ...intervals };
  const until = performance.now() + session;
  const mustStop = () => signal.aborted || (session > 0 && performance.now() >= until);
  const { transaction } = states;
  const watch = watchMail(client, database);
  try {
    const folder = await openFolder(client, inbound);
    const opened = { uidvalidity: Number(folder.uidValidity), highestUid: await findHighestUid(client) };
    const importSince = inbound.import_since === null ? null : Date.parse(inbound.import_since);
    let cursor = await transaction(writes => openCursor(writes, mailbox.n, opened, { importSince, now: clock() }));
    const imports: ImportContext = {
      ...{ client, inbound, files, transaction, onImported, mustStop, clock, failures },
      storeMail: (writes, file, isOld) =>
        storeMail(writes, { mailboxId: mailbox.id, envelope: { from: null, to: null }, file, isOld }, clock()),
    };
    for (;;) {
      const imported = await importMail(imports, cursor);
      const handled = await markOrMoveImported({ client, inbound, transaction }, imported.cursor);
      cursor = handled.cursor;
      onChecked();
      // The next check retries a rejected change, unless mail was copied but not deleted.
      await states.set(handled.error === null ? 'ok' : 'error', handled.error);
      if (!imported.isComplete || session === 0 || mustStop()) return;
      // The next command ends IDLE. A server without IDLE is polled for new mail at every check.
      client.idle().catch(() => {});
      const checkAt = performance.now() + check;
      while (performance.now() < checkAt && !signal.aborted) {
        if (await watch.wait(Math.min(change, checkAt - performance.now()), signal)) break;
        await states.requireCurrent();
      }
      if (mustStop()) return;
      await client.noop();
    }
  } finally {
    watch.stop();
  }
};
