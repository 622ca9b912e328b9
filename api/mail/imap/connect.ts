import { ImapFlow, type MailboxObject } from 'imapflow';
import type { InboundDraft } from '#contract';
import type { Credentials } from '../../database/mailbox-servers.ts';
import { ImapError } from './imap-error.ts';

type Server = Pick<InboundDraft, 'host' | 'port' | 'security'>;

/** Timeouts in milliseconds. */
export type ImapTimeouts = {
  /** For opening the connection and for the greeting of the server. */
  connect: number;
  /** For the next byte from the server while a command waits for its response. */
  response: number;
};

const defaultTimeouts: ImapTimeouts = { connect: 30_000, response: 120_000 };

/** A larger literal in a response ends the connection. Mail is read in chunks of at most a megabyte. */
const maxLiteralBytes = 8 * 1024 * 1024;

/**
 * An open connection. `getFailure` returns the error that closed it, else null; later commands report only that the
 * connection is closed.
 */
export type ImapConnection = { client: ImapFlow; getFailure(): Error | null };

/**
 * Signs in to an IMAP server. An aborted signal closes the connection immediately.
 * @throws the error of the client, or the reason of the signal
 */
export const connectImap = async (
  { host, port, security }: Server,
  auth: Credentials,
  signal: AbortSignal,
  { connect, response }: ImapTimeouts = defaultTimeouts,
): Promise<ImapConnection> => {
  let failure: Error | null = null;
  const client = new ImapFlow({
    ...{ host, port, auth, secure: security === 'tls', doSTARTTLS: security === 'starttls' },
    ...{ connectionTimeout: connect, greetingTimeout: connect, socketTimeout: response, maxIdleTime: 300_000 },
    ...{ maxLiteralSize: maxLiteralBytes, disableAutoIdle: true, disableCompression: true },
    clientInfo: { name: 'Stardesk' },
    // The client's log lines contain addresses and server responses.
    logger: false,
  });
  // Without a listener, an error would end the process.
  client.on('error', (error: Error) => {
    failure = error;
  });
  const close = () => client.close();
  signal.addEventListener('abort', close);
  client.on('close', () => signal.removeEventListener('abort', close));
  try {
    signal.throwIfAborted();
    await client.connect();
    return { client, getFailure: () => failure };
  } catch (error) {
    client.close();
    throw failure ?? error;
  }
};

/** Opens a folder, read-only if its mail stays unchanged. @throws ImapError if it does not exist */
export const openFolder = async (
  client: ImapFlow,
  { folder, after_import }: Pick<InboundDraft, 'folder' | 'after_import'>,
): Promise<MailboxObject> => {
  try {
    return await client.mailboxOpen(folder, { readOnly: after_import === 'leave' });
  } catch (error) {
    if (error instanceof Error && 'mailboxMissing' in error && error.mailboxMissing === true)
      throw new ImapError(`The folder “${folder}” does not exist`);
    throw error;
  }
};
