import type { DetectedType } from '../../attachments/detect-type.ts';

/** An address in a header, with the display name that the sender wrote. */
export type MailAddress = { name: string; email: string };

/** A file that a mail carries. The parser returns its bytes separately. */
export type MailFile = {
  name: string;
  /** The media type that the sender names. */
  type: string;
  size: number;
  /** In hex. */
  sha256: string;
  /** Detected from its first bytes. */
  detected: DetectedType;
};

/** One recipient of a delivery status notification (RFC 3464 2.3). */
export type ReportedRecipient = {
  email: string;
  action: 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded';
  /** An enhanced status code: `5.1.1`; empty if the report has none. */
  status: string;
  /** The response of the remote server on one line, or empty. */
  diagnostic: string;
};

/** A delivery status notification. */
export type DeliveryReport = {
  recipients: ReportedRecipient[];
  /** The Message-ID of the returned mail, without brackets; null if the report returns no headers. */
  messageId: string | null;
};

/** One Authentication-Results header: the server that wrote it, and its text. */
export type AuthenticationResults = { server: string; text: string };

/**
 * The content of a mail that the desk needs, as plain data. Names and addresses come from the sender and prove nothing.
 */
export type ParsedMail = {
  /** The only address of From; null without an address, or with several. */
  from: MailAddress | null;
  replyTo: MailAddress[];
  to: MailAddress[];
  cc: MailAddress[];
  /** Addresses of Delivered-To and X-Original-To, in lower case. */
  deliveredTo: string[];
  /** Ids are without brackets, in the order of the header. */
  messageId: string | null;
  inReplyTo: string[];
  references: string[];
  /** One line of 1 to 255 characters. */
  subject: string;
  /** Milliseconds since 1970; null without a valid Date. */
  date: number | null;
  /** 1 to 65,535 characters. A picture of `files` is `![alt](attachment:part-<index>)`: see pictures.ts. */
  body: string;
  format: 'text' | 'markdown';
  /** The number of quoted and signature lines at the end of `body`. */
  foldedLines: number;
  /** Whether `body` lacks the end of the text. */
  isCut: boolean;
  /** Whether a program sent the mail. */
  isAutomatic: boolean;
  /** The id of the desk that sent the mail; null without an X-Stardesk header. */
  senderDeskId: string | null;
  /** In the order of the headers, the topmost first. */
  authenticationResults: AuthenticationResults[];
  report: DeliveryReport | null;
  files: MailFile[];
  /** The whole text as a file if `body` lacks its end, else null. */
  wholeText: MailFile | null;
  /** SHA-256 in hex of sender, date, subject, text and files. Without a Date: of the raw mail. Equal for copies. */
  digest: string;
};

/** Lists the files of a mail's message. The parser returns their bytes in this order. */
export const listMessageFiles = ({ files, wholeText }: Pick<ParsedMail, 'files' | 'wholeText'>): MailFile[] =>
  wholeText === null ? files : [...files, wholeText];

/** The mail cannot be parsed. `reason` is one of `mailReasons`. */
export class UnparsableMailError extends Error {
  readonly reason: 'too_many_parts' | 'deadline' | 'parse_error';

  constructor(reason: UnparsableMailError['reason'], cause?: unknown) {
    super(`The mail cannot be parsed: ${reason}.`, { cause });
    this.reason = reason;
  }
}
