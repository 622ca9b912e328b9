import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import { maxMailBytes } from '#contract/mails';
import { defaultShutdownTimeouts } from '#server/graceful-server';
import { startListening } from '#server/start-listening';
import type { Database, Queries } from '../../database/database.ts';
import { findStoreOutage, outageAdvice } from '../../database/outage.ts';
import { FileTooLargeError } from '../../files/driver.ts';
import type { NewFile } from '../../files/files.ts';
import { MailboxUnavailableError } from '../../mails/store.ts';
import type { Stores } from '../../stores.ts';
import { createStoredMailWriter } from '../receive-mail.ts';

type LmtpDependencies = {
  database: Database;
  stores: Pick<Stores, 'files' | 'mails' | 'mailboxes'>;
  clock: () => number;
  log: Logger;
  /** 0 picks a free port. */
  port: number;
};

export type LmtpServer = {
  port: number;
  /** Stops accepting mail. A mail that is arriving is stored if its end arrives within nine seconds. */
  stop(): Promise<void>;
};

/** RFC 5321, 4.5.3.2.7. */
const idleMilliseconds = 5 * 60_000;

/** Further connections get 421, so that the mail server tries again later. */
const maxConnections = 64;

/**
 * Starts an LMTP server (RFC 2033) for a mail server on this machine. Every recipient gets its own reply, after the
 * commit. The server has no sign-in and no encryption, so it listens only on a loopback address.
 * @throws ConfigError when the port is unusable
 */
export const startLmtpServer = async ({ port, log, ...dependencies }: LmtpDependencies): Promise<LmtpServer> => {
  const { database, stores } = dependencies;
  const receive = createReceiver({ ...dependencies, log });
  let isStopping = false;
  const server = new SMTPServer({
    lmtp: true,
    logger: false,
    disableReverseLookup: true,
    disabledCommands: ['AUTH', 'STARTTLS', 'WIZ', 'SHELL', 'KILL'],
    hideENHANCEDSTATUSCODES: false,
    size: maxMailBytes,
    rejectOversized: true,
    maxClients: maxConnections,
    socketTimeout: idleMilliseconds,
    closeTimeout: defaultShutdownTimeouts.total,
    onRcptTo: ({ address }, { envelope: { rcptTo } }, callback) => {
      // smtp-server would merge the recipients, and send one reply instead of two (RFC 2033, 4.2).
      if (rcptTo.some(earlier => earlier.address.toLowerCase() === address.toLowerCase()))
        return callback(createReply(452, 'The mail already has this recipient.'));
      database.startRequest();
      findMailbox(stores, database.read, address).then(
        () => callback(),
        error => callback(logAndReply(log, error)),
      );
    },
    onData: (stream, { envelope: { mailFrom, rcptTo } }, callback) => {
      const from = mailFrom === false ? '' : mailFrom.address;
      const recipients = rcptTo.map(({ address }) => ({ from, to: address }));
      const reply: typeof callback = (error, replies) => {
        callback(error, replies);
        if (isStopping) setImmediate(closeIdle, server);
      };
      receive(recipients, stream).then(
        replies => reply(null, replies),
        error => reply(logAndReply(log, error)),
      );
    },
  });
  server.on('error', err => log.debug({ err }, 'an LMTP connection failed'));
  const sockets = new Set<Socket>();
  server.server.on('connection', socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const variables = { port: 'LMTP_PORT', host: 'LMTP_PORT' };
  const opened = await startListening(server.server, { port, host: '127.0.0.1', variables });
  log.info({ port: opened }, 'LMTP server listening');
  return {
    port: opened,
    async stop() {
      isStopping = true;
      const closed = new Promise<void>(resolve => server.close(resolve));
      closeIdle(server);
      await closed;
      for (const socket of sockets) socket.destroy();
    },
  };
};

/** Closes the connections on which no mail is arriving. */
const closeIdle = ({ connections }: SMTPServer): void => {
  for (const connection of connections)
    if (!connection.session.envelope?.mailFrom) connection.send(421, 'Server shutting down');
};

/** @throws MailboxUnavailableError */
const findMailbox = async (
  { mailboxes }: Pick<Stores, 'mailboxes'>,
  queries: Queries,
  address: string,
): Promise<{ id: string }> => {
  const mailbox = await mailboxes.findRecipient(queries, address);
  if (mailbox === null || mailbox.enabled === 0) throw new MailboxUnavailableError(mailbox !== null);
  return mailbox;
};

type Recipient = { from: string; to: string };

/**
 * Creates the function that stores a mail for each recipient. It returns one reply per recipient, in the same order.
 */
const createReceiver = ({ database, stores, clock, log }: Omit<LmtpDependencies, 'port'>) => {
  const storeMail = createStoredMailWriter(stores);
  const deliver = ({ from, to }: Recipient, file: NewFile): Promise<string> =>
    database.transaction(async writes => {
      const mailbox = await findMailbox(stores, writes, to);
      const { id } = await storeMail(writes, { mailboxId: mailbox.id, envelope: { from, to }, file }, clock());
      return `Stored as mail ${id}`;
    });
  return (recipients: readonly Recipient[], stream: SMTPServerDataStream): Promise<(string | Error)[]> =>
    stores.files.put(readMail(stream), { maxBytes: maxMailBytes }, async file => {
      const replies = [];
      // One after the other: the first delivery publishes the bytes to which the others refer.
      for (const each of recipients) replies.push(await deliver(each, file).catch(error => logAndReply(log, error)));
      return replies;
    });
};

/** The client closed the connection before the end of a mail. */
class UnfinishedMailError extends Error {}

/**
 * Reads a mail. If the reader stops early, the rest is discarded, so that the reply follows the end of the mail.
 * @throws UnfinishedMailError
 */
async function* readMail(stream: SMTPServerDataStream): AsyncGenerator<Uint8Array> {
  try {
    yield* stream.iterator({ destroyOnReturn: false });
  } catch (cause) {
    throw new UnfinishedMailError('The connection closed before the end of the mail.', { cause });
  } finally {
    stream.resume();
  }
}

/**
 * Converts an error to a reply, and logs unexpected errors. Only the replies to an unknown address and to a mail above
 * the limit are permanent.
 */
const logAndReply = (log: Logger, error: unknown): Error => {
  if (error instanceof FileTooLargeError) return createReply(552, `The mail is larger than ${maxMailBytes} bytes.`);
  if (error instanceof MailboxUnavailableError)
    return error.isDisabled
      ? createReply(450, 'The mailbox is disabled. Try again later.')
      : createReply(550, 'No mailbox has this address.');
  if (!(error instanceof UnfinishedMailError)) {
    const outage = findStoreOutage(error);
    log.error(
      { err: error },
      outage === null ? 'failed to store a mail received by LMTP; the mail server retries' : outageAdvice[outage],
    );
  }
  return createReply(451, 'The mail was not stored. Try again later.');
};

const createReply = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });
