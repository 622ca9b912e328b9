import { createHash } from 'node:crypto';
import { type Attachment, decodeWords } from 'postal-mime';
import { parseAddresses, parseSender } from './addresses.ts';
import { parseAuthenticationResults } from './authentication-results.ts';
import { isAutomatic } from './automatic.ts';
import { chooseBody } from './body.ts';
import { cleanLine } from './clean-text.ts';
import { parseDeliveryReport } from './delivery-report.ts';
import { describeFiles, describeText } from './mail-files.ts';
import { parseMessageIds } from './message-ids.ts';
import type { ParsedMail } from './parsed-mail.ts';
import { listPictures } from './pictures.ts';
import { readMime } from './read-mime.ts';

const maxSubjectLength = 255;

/** A parsed mail, and the bytes of its files: see `listMessageFiles`. */
export type MailWithContents = { mail: ParsedMail; contents: Uint8Array[] };

/**
 * Parses a mail. This can need seconds, and more memory than is available, so arrived mail is parsed in a separate
 * process.
 * @throws UnparsableMailError
 */
export const parseMail = async (bytes: Uint8Array<ArrayBuffer>): Promise<MailWithContents> => {
  const { raw, mail, values, plain, html } = await readMime(bytes);
  const addresses = (...names: string[]) => names.flatMap(values).flatMap(parseAddresses);
  const ids = (name: string) => values(name).flatMap(parseMessageIds);

  const from = parseSender(values('from'));
  const subject = cleanLine(decodeWords(values('subject')[0] ?? ''), maxSubjectLength) || '(no subject)';
  const date = parseDate(values('date')[0]);
  const files = describeFiles(mail.attachments);
  const { text, ...body } = chooseBody(plain, html, {
    isForwarded: isForwarded(subject),
    pictures: listPictures(mail.attachments, files),
  });
  const wholeText = body.isCut ? describeText(plain, html, body.format) : null;
  const contentType = (values('content-type')[0] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const parsed = {
    from,
    replyTo: addresses('reply-to'),
    to: addresses('to'),
    cc: addresses('cc'),
    deliveredTo: addresses('delivered-to', 'x-original-to').map(({ email }) => email.toLowerCase()),
    messageId: ids('message-id')[0] ?? null,
    inReplyTo: ids('in-reply-to'),
    references: ids('references'),
    subject,
    date,
    ...body,
    isAutomatic: isAutomatic(values, contentType),
    senderDeskId: values('x-stardesk')[0]?.trim() ?? null,
    authenticationResults: parseAuthenticationResults(values('authentication-results')),
    report: readReport(mail.attachments),
    files: files.map(({ file }) => file),
    wholeText: wholeText?.file ?? null,
    digest: createDigest(raw, {
      ...{ from, date, subject, text },
      files: files.map(({ file: { name, type, size, sha256 } }) => ({ name, type, size, sha256 })),
      wholeTexts: body.isCut ? [hash(mail.text ?? ''), hash(mail.html ?? '')] : [],
    }),
  };
  const contents = [...files, ...(wholeText === null ? [] : [wholeText])].map(({ content }) => content);
  return { mail: parsed, contents };
};

type DigestParts = Pick<ParsedMail, 'from' | 'date' | 'subject'> & {
  text: string;
  files: unknown;
  wholeTexts: unknown;
};

/** Hashes the sender's content only, because servers add headers and change spaces. */
const createDigest = (raw: Buffer, { from, date, subject, files, text, wholeTexts }: DigestParts): string =>
  date === null
    ? // Without a date, a program may send the same text each day.
      hash(raw)
    : hash(
        JSON.stringify([
          from?.email.toLowerCase(),
          date,
          subject,
          text.replaceAll(/\s+/g, ' ').trim(),
          files,
          wholeTexts,
        ]),
      );

/**
 * Detects a mail that forwards another mail. The forwarded mail is not folded, because the customer wants to show it.
 */
const isForwarded = (subject: string): boolean => /^\s*(?:fwd?|wg|tr|rv|i|enc|doorst|vb|pd)\s?:/i.test(subject);

/** Times of the API have years of four digits (RFC 3339). JavaScript dates reach the year 275,760. */
const latestDate = Date.UTC(9999, 0);

/** A zone after the time of day: `10:00:00 +0100`, `10:00 GMT`, `10:00:00Z`. */
const zone = /:\d\d\s*(?:[+-]\d|(?![AP]M\b)[A-Z])/i;

/** Parses a Date header; null if it is invalid. A date without a zone is read as UTC, on every machine. */
const parseDate = (header = ''): number | null => {
  const time = Date.parse(zone.test(header) ? header : `${header} UTC`);
  return time >= 0 && time < latestDate ? time : null;
};

const readReport = (parts: readonly Attachment[]) => {
  const status = parts.find(({ mimeType }) => mimeType === 'message/delivery-status');
  if (status === undefined) return null;
  const returned = parts.find(({ mimeType }) => ['message/rfc822', 'text/rfc822-headers'].includes(mimeType));
  return parseDeliveryReport(readText(status), returned === undefined ? null : readText(returned));
};

/** The maximum length of the text read from a part. The headers of a returned mail are much shorter. */
const maxReportLength = 256 * 1024;

const readText = ({ content }: Attachment): string =>
  typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString('utf8', 0, maxReportLength);

const hash = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
