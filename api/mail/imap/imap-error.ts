import type { ImapFlowError } from 'imapflow';
import { toLine } from '../../deliveries/smtp/outcome.ts';

/** A failure of an IMAP server or of the connection to it. Its message is for people. */
export class ImapError extends Error {
  /** Whether a person has to correct the credentials. */
  readonly needsPerson: boolean;

  constructor(message: string, needsPerson = false) {
    super(message);
    this.needsPerson = needsPerson;
  }
}

/** Codes of temporary rejections (RFC 5530, and Gmail's ALERT for too many connections). */
const temporaryCodes = ['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG', 'OVERQUOTA', 'ALERT'];

/** Exchange's response, without a code, while the store of a mailbox is moved or restarts. */
const temporaryText = /authenticated but not connected/i;

const isTemporary = (error: ImapFlowError): boolean =>
  temporaryCodes.includes(readResponseCode(error)) || temporaryText.test(describe(error));

/** The client's codes for malformed responses, such as a mail much larger than reported. */
const malformedCodes = /^(ParserError|InvalidResponse$|MAX_IMAP_NESTING_REACHED$|Download(Overflow|Incomplete)$)/;

/**
 * Returns whether the mail itself may have caused a failed read. This is possible if the server rejected the read, sent
 * a malformed response, or closed the connection. Temporary rejections do not count, except SERVERBUG, which Dovecot
 * sends for a corrupted mail. Failures of the desk's file store and database do not count.
 */
export const isReadFailure = (error: unknown): boolean => {
  if (error instanceof ImapError) return !error.needsPerson;
  if (!isClientError(error) || error.code === 'ETHROTTLE') return false;
  if (error.responseStatus === undefined) return malformedCodes.test(error.code ?? '');
  return readResponseCode(error) === 'SERVERBUG' || !isTemporary(error);
};

/** Returns the response code in upper case, or an empty text. Failed fetches contain only the parsed response. */
const readResponseCode = ({ serverResponseCode, response }: ImapFlowError): string => {
  if (serverResponseCode !== undefined) return serverResponseCode.toUpperCase();
  const [attribute] = (typeof response === 'object' && response.attributes) || [];
  const code = attribute && !Array.isArray(attribute) ? attribute.section?.[0] : undefined;
  return code && !Array.isArray(code) && typeof code.value === 'string' ? code.value.toUpperCase() : '';
};

/** Converts a failure of the client. The result contains no command, so no password. Other errors stay unchanged. */
export const toImapError = (error: unknown): Error => {
  if (!isClientError(error)) return error instanceof Error ? error : new Error(String(error));
  const isRejected = error.authenticationFailed === true && !isTemporary(error);
  return Object.assign(new ImapError(describe(error), isRejected), error.stack && { stack: error.stack });
};

/** Errors of the client, the network and TLS have a code. Rejected commands have the server's response. */
const isClientError = (error: unknown): error is ImapFlowError =>
  error instanceof Error && !(error instanceof ImapError) && ('code' in error || 'response' in error);

const describe = (error: ImapFlowError): string => {
  const response = error.responseText ?? (typeof error.response === 'string' ? error.response : '') ?? '';
  if (response !== '') return toLine(response);
  const { message, code = '', reason } = error;
  if (/wrong version number|packet length too long/.test(message)) return 'The server does not speak TLS on this port';
  // Omits the hint for developers that Node appends.
  if (/certificate|^CERT_|ALTNAME/i.test(`${message} ${code}`))
    return toLine(`The certificate is not trusted: ${message.split('; if ')[0]}`);
  if (reason) return toLine(`${closedMessage}: ${reason}`);
  if (connectionCodes.includes(code)) return closedMessage;
  return toLine(message);
};

export const closedMessage = 'The server closed the connection';

const connectionCodes = ['NoConnection', 'EConnectionClosed', 'ClosedAfterConnectText', 'ClosedAfterConnectTLS'];
