import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import { toMailHtml } from './markdown-html.ts';

type Address = { name: string; email: string };

/** A file of an outgoing mail. */
export type OutgoingFile = {
  id: string;
  name: string;
  /** The media type in the mail. */
  type: string;
  /** Whether the text of a mail may show it. */
  isPicture: boolean;
  read(): Promise<AsyncIterable<Uint8Array>>;
};

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
  files: readonly OutgoingFile[];
  /** Markdown below the text; empty for none. */
  signature: string;
  /** Earlier Message-IDs of the conversation, oldest first. */
  references: readonly string[];
  /** Identifies the desk's own mail in `X-Stardesk`; null for mail of a customer. */
  deskId: string | null;
  /** False for plain text alone. */
  hasHtml: boolean;
  /** True for mail that no person wrote; mail servers send no automatic reply to it. */
  isAutomatic: boolean;
  /** The link that turns off mail of this kind. A POST to it needs no sign-in (RFC 8058). */
  unsubscribeUrl?: string;
};

/** Clients use the newest references; an unlimited list would grow with the ticket. */
const maxReferences = 10;

/** RFC 3834, 5 defines Auto-Submitted; the other headers are older conventions. */
const automaticHeaders = {
  'Auto-Submitted': 'auto-generated',
  Precedence: 'bulk',
  'X-Auto-Response-Suppress': 'All',
};

/** Composes a MIME message of plain text, HTML and files. The same mail always has the same bytes. */
export const composeMail = (mail: OutgoingMail): Promise<Buffer> => compile(mail).build();

/** Composes a mail while it is read, so that no file is completely in memory. */
export const streamMail = (mail: OutgoingMail): Readable => compile(mail).createReadStream();

const compile = (mail: OutgoingMail) => {
  const { messageId, from, to, cc, replyTo, subject, references, deskId, isAutomatic, unsubscribeUrl } = mail;
  const shown = new Set<OutgoingFile>();
  const html = mail.hasHtml ? toDocument(mail, shown) : null;
  const composer = new MailComposer({
    from: toHeader(from),
    to: to.map(toHeader),
    cc: cc.map(toHeader),
    ...(replyTo !== null && { replyTo: toHeader({ name: from.name, email: replyTo }) }),
    subject,
    messageId,
    date: new Date(mail.date),
    ...(references.length > 0 && { inReplyTo: references.at(-1) }),
    // Some servers (Amazon SES) replace the Message-ID, so the References contain it too.
    references: [...references.slice(-maxReferences), messageId],
    headers: {
      ...(deskId !== null && { 'X-Stardesk': deskId }),
      ...(isAutomatic && automaticHeaders),
      ...(unsubscribeUrl !== undefined && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    text: toPlainText(mail),
    ...(html !== null && { html }),
    attachments: mail.files.map(file => toAttachment(file, shown.has(file) ? createContentId(mail, file) : null)),
    baseBoundary: createHash('sha256').update(messageId).digest('hex').slice(0, 32),
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile();
};

/** Files are sent in base64. They are never sent as multipart or message, even if that type was declared. */
const toAttachment = ({ name, type, read }: OutgoingFile, cid: string | null) => ({
  filename: name,
  contentType: /^(?:multipart|message)\//i.test(type) ? 'application/octet-stream' : type,
  contentTransferEncoding: 'base64' as const,
  contentDisposition: cid === null ? ('attachment' as const) : ('inline' as const),
  content: Readable.from(readLazily(read), { objectMode: false }),
  ...(cid !== null && { cid }),
});

async function* readLazily(read: OutgoingFile['read']): AsyncGenerator<Uint8Array> {
  yield* await read();
}

/** The Content-ID of a picture, without brackets. */
const createContentId = ({ messageId }: OutgoingMail, { id }: OutgoingFile): string =>
  `${id}.${messageId.replace(/^<|>$/g, '')}`;

const toHeader = ({ name, email }: Address) => ({ name, address: email });

/** The line before a signature, by which mail clients recognize it (RFC 3676, 4.3). */
const separator = '-- ';

/**
 * Returns the text and the signature. Descriptions replace pictures, whose addresses mean nothing outside of the desk.
 */
const toPlainText = ({ text, signature, files }: OutgoingMail): string => {
  const readable = text.replaceAll(pictureReference, (_whole, alt: string, id: string) => {
    const name = alt || files.find(file => file.id === id)?.name;
    return name ? `[${name}]` : '';
  });
  return signature === '' ? readable : `${readable}\n\n${separator}\n${signature}\n`;
};

const pictureReference = /!\[([^\]]*)\]\(attachment:([\w-]+)\)/g;

/**
 * Formats text and signature separately: an open code block must not continue in the signature.
 * @param shown receives the files that the text shows
 */
const toDocument = (mail: OutgoingMail, shown: Set<OutgoingFile>): string => {
  const { text, signature, files } = mail;
  const findPicture = (id: string) => {
    const file = files.find(each => each.id === id && each.isPicture);
    if (file === undefined) return null;
    shown.add(file);
    return `cid:${createContentId(mail, file)}`;
  };
  const below = signature === '' ? '' : `\n<p>${separator}</p>\n${toMailHtml(signature)}`;
  return `<!doctype html><html><head><meta charset="utf-8"></head><body dir="auto" style="${bodyStyle}">${toMailHtml(text, findPicture)}${below}</body></html>`;
};

const bodyStyle = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,sans-serif;font-size:15px;line-height:1.5';
