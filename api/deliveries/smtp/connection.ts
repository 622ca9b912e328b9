import { Readable } from 'node:stream';
import type { NodemailerError } from 'nodemailer';
import SMTPConnection, { type SMTPConnectionSendInfo } from 'nodemailer/lib/smtp-connection';
import XOAuth2 from 'nodemailer/lib/xoauth2';
import { describeRejection, describeSendFailure, type SendOutcome, toLine } from './outcome.ts';
import type { SmtpSettings, SmtpTimeouts } from './settings.ts';

/** A mail with its envelope. */
export type Transmission = {
  from: string;
  to: readonly string[];
  mail: { size: number; read(): Promise<AsyncIterable<Uint8Array>> };
  /**
   * Called when the server is ready for the mail, before its first byte. Returns false if the mail must not be sent any
   * more. Until it has returned true, the server cannot have accepted the mail.
   */
  beforeData(): Promise<boolean>;
};

/** A session with a mail server, for one mail at a time. */
export type Connection = {
  /**
   * Sends a mail. Ends the session unless the server accepted the mail for at least one recipient.
   * @throws the error of `beforeData`
   */
  send(mail: Transmission): Promise<SendOutcome>;
  /** False once the server or a failure has ended the session. */
  isOpen(): boolean;
  /** Ends the session immediately. */
  close(): void;
};

/** Connects and signs in. @throws NodemailerError, or Error if the server closes the connection */
export const connect = async (settings: SmtpSettings, timeouts: SmtpTimeouts): Promise<Connection> => {
  const smtp = new SMTPConnection({
    host: settings.host,
    port: settings.port,
    secure: settings.security === 'tls',
    requireTLS: settings.security === 'starttls',
    ignoreTLS: settings.security === 'none',
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.connect,
    dnsTimeout: timeouts.connect,
    socketTimeout: timeouts.response,
    logger: false,
  });
  let isOpen = true;
  smtp.once('end', () => {
    isOpen = false;
  });
  // The callbacks get the same errors. Without a listener, Node would throw the errors of an idle connection.
  smtp.on('error', () => {});
  const close = () => smtp.close();
  try {
    await signIn(smtp, settings);
  } catch (error) {
    close();
    throw error;
  }
  const send = async (mail: Transmission) => {
    const outcome = await transmit(smtp, mail).catch(error => {
      close();
      throw error;
    });
    if (outcome.kind !== 'completed' || !outcome.recipients.some(({ state }) => state === 'sent')) close();
    return outcome;
  };
  return { send, isOpen: () => isOpen, close };
};

const signIn = (smtp: SMTPConnection, { user, password, accessToken }: SmtpSettings): Promise<void> =>
  new Promise((resolve, reject) => {
    const settle = (error?: NodemailerError | null) => (error ? reject(error) : resolve());
    smtp.once('error', reject);
    smtp.once('end', () => reject(new Error('The server closed the connection')));
    smtp.connect(error => {
      if (error || user === '') settle(error);
      else if (accessToken !== undefined) smtp.login({ user, oauth2: new XOAuth2({ user, accessToken }) }, settle);
      else smtp.login({ credentials: { user, pass: password } }, settle);
    });
  });

const transmit = (smtp: SMTPConnection, { from, to, mail, beforeData }: Transmission): Promise<SendOutcome> =>
  new Promise((resolve, reject) => {
    let isAborted = false;
    let isHandedOver = false;
    const read = async function* () {
      isAborted = !(await beforeData().catch(error => {
        reject(error);
        return false;
      }));
      if (isAborted) throw new Error('The delivery was cancelled');
      yield* await mail.read();
      isHandedOver = true;
    };
    const stream = Readable.from(read(), { objectMode: false });
    smtp.send({ from, to: [...to], size: mail.size }, stream, (error, info) => {
      if (isAborted) resolve({ kind: 'aborted' });
      else resolve(error ? describeSendFailure(error, to, isHandedOver) : describeAcceptance(info));
    });
  });

/** Describes a mail that the server accepted for at least one recipient. */
const describeAcceptance = (info: SMTPConnectionSendInfo): SendOutcome => {
  const response = toLine(info.response);
  const accepted = info.accepted.map(email => ({ email, state: 'sent' as const, response }));
  const rejected = (info.rejectedErrors ?? []).map(error => describeRejection(error.recipient ?? '', error));
  return {
    kind: 'completed',
    recipients: [...accepted, ...rejected],
    response,
    serverMessageId: info.serverMessageId ?? null,
  };
};
