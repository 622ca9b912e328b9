import type { NodemailerError } from 'nodemailer';
import { cutText } from '#contract/cut-text';

/** The result for one recipient. A deferred recipient may be accepted later. */
export type RecipientResult = {
  email: string;
  state: 'sent' | 'failed' | 'deferred';
  /** The server's response, or the reason why it is missing. */
  response: string;
};

/**
 * How an attempt to send a mail ended.
 * - `completed`: the result for each recipient is known.
 * - `disconnected`: the session ended before the server could accept the mail.
 * - `unknown`: the whole mail was sent and the server did not respond, so it may have accepted the mail.
 * - `unavailable`: connecting or signing in failed, which affects every mail of the mailbox.
 * - `aborted`: the mail was not sent, because the delivery or the settings of the mailbox changed.
 */
export type SendOutcome =
  | { kind: 'completed'; recipients: RecipientResult[]; response: string; serverMessageId: string | null }
  | { kind: 'disconnected'; response: string }
  | { kind: 'unknown'; response: string }
  | { kind: 'unavailable'; needsPerson: boolean; response: string }
  | { kind: 'aborted' };

/** Classifies a failure to connect or sign in. Only a person can correct credentials. */
export const describeConnectFailure = (error: NodemailerError) => ({
  kind: 'unavailable' as const,
  needsPerson: isAuthenticationError(error),
  response: describeFailure(error),
});

/** Classifies a failure during the transaction of one mail. `isHandedOver`: all of the mail was sent. */
export const describeSendFailure = (
  error: NodemailerError,
  recipients: readonly string[],
  isHandedOver: boolean,
): SendOutcome => {
  if (isAuthenticationError(error)) return describeConnectFailure(error);
  const response = describeFailure(error);
  if (endsSession(error))
    return { kind: error.responseCode === undefined && isHandedOver ? 'unknown' : 'disconnected', response };
  const rejected = new Map(error.rejectedErrors?.map(each => [each.recipient, each]));
  return {
    kind: 'completed',
    response,
    serverMessageId: null,
    recipients: recipients.map(email => describeRejection(email, rejected.get(email) ?? error)),
  };
};

/** Describes the rejection of one recipient, or of a mail with all its recipients. */
export const describeRejection = (email: string, error: NodemailerError): RecipientResult => ({
  email,
  state: isPermanent(error) ? 'failed' : 'deferred',
  response: describeFailure(error),
});

/** Mail that fails without a response has an invalid address, or exceeds the announced limit. */
const isPermanent = (error: NodemailerError): boolean => error.permanent ?? true;

const endsSession = ({ code = '', responseCode }: NodemailerError): boolean =>
  responseCode === 421 || (responseCode === undefined && !['EENVELOPE', 'EMESSAGE'].includes(code));

/** The server requires other credentials, or an unsupported mechanism (RFC 4954, 6). */
const authenticationCodes = [530, 534, 535, 538];

const isAuthenticationError = ({ code, responseCode }: NodemailerError): boolean =>
  code === 'EAUTH' || code === 'ENOAUTH' || authenticationCodes.includes(responseCode ?? 0);

/** OpenSSL's errors for a response that is not TLS. */
export const notTls = /wrong version number|packet length too long/;

const maxLength = 500;

/** Returns the server's response on one line, or the error. */
const describeFailure = ({ response, message }: NodemailerError): string => {
  if (response) return toLine(response);
  if (notTls.test(message)) return 'The server does not speak TLS on this port';
  // Omits the hint for developers that Node appends.
  if (/certificate/.test(message)) return toLine(`The certificate is not trusted: ${message.split('; if ')[0]}`);
  return toLine(message);
};

/** Returns a response on one line. Removes tokens of one-time links: a server may quote the mail. */
export const toLine = (response: string): string =>
  cutText(
    response
      .toWellFormed()
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .replace(/[0-9a-f]{64}/gi, '…')
      .trim(),
    maxLength,
  );
