import { createHash } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import { toMailHtml } from './markdown-html.ts';

type Address = { name: string; email: string };

/** An outgoing mail. Hidden recipients are only in its envelope. Message-IDs are in angle brackets. */
export type OutgoingMail = {
  messageId: string;
  /** Milliseconds since 1970. */
  date: number;
  from: Address;
  to: readonly Address[];
  cc: readonly Address[];
  /** The address that names the ticket; null without plus addresses. */
  replyTo: string | null;
  subject: string;
  /** Markdown. */
  text: string;
  /** Markdown below the text; empty for none. */
  signature: string;
  /** Earlier Message-IDs of the conversation, oldest first. */
  references: readonly string[];
  /** Identifies the desk in `X-Stardesk`, so that it recognises its own mail; null for mail of a customer. */
  deskId: string | null;
  /** False for plain text alone. */
  hasHtml: boolean;
  /** True unless a person wrote the mail; mail servers then send no automatic answer. */
  automatic: boolean;
};

/** Clients use the newest references; an unlimited list would grow with the ticket. */
const maxReferences = 10;

/** RFC 3834, 5; the others are older conventions. */
const automaticHeaders = {
  'Auto-Submitted': 'auto-generated',
  Precedence: 'bulk',
  'X-Auto-Response-Suppress': 'All',
};

/** Composes a MIME message of plain text and HTML. The same mail always has the same bytes. */
export const composeMail = (mail: OutgoingMail): Promise<Buffer> => {
  const { messageId, from, to, cc, replyTo, subject, references, deskId, automatic } = mail;
  const composer = new MailComposer({
    from: toHeader(from),
    to: to.map(toHeader),
    cc: cc.map(toHeader),
    ...(replyTo !== null && { replyTo: toHeader({ name: from.name, email: replyTo }) }),
    subject,
    messageId,
    date: new Date(mail.date),
    ...(references.length > 0 && { inReplyTo: references.at(-1) }),
    // Some servers replace the Message-ID but not the References (Amazon SES), so these hold it too.
    references: [...references.slice(-maxReferences), messageId],
    headers: { ...(deskId !== null && { 'X-Stardesk': deskId }), ...(automatic && automaticHeaders) },
    text: toPlainText(mail),
    ...(mail.hasHtml && { html: toDocument(mail) }),
    baseBoundary: createHash('sha256').update(messageId).digest('hex').slice(0, 32),
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
};

const toHeader = ({ name, email }: Address) => ({ name, address: email });

/** The line before a signature, by which mail clients recognise it (RFC 3676, 4.3). */
const separator = '-- ';

const toPlainText = ({ text, signature }: OutgoingMail): string =>
  signature === '' ? text : `${text}\n\n${separator}\n${signature}\n`;

/** Text and signature are formatted apart, so that an open code block in the text ends with it. */
const toDocument = ({ text, signature }: OutgoingMail): string => {
  const below = signature === '' ? '' : `\n<p>${separator}</p>\n${toMailHtml(signature)}`;
  return `<!doctype html><html><head><meta charset="utf-8"></head><body dir="auto" style="${bodyStyle}">${toMailHtml(text)}${below}</body></html>`;
};

const bodyStyle = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,sans-serif;font-size:15px;line-height:1.5';
