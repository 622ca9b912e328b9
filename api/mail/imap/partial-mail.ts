import { buffer } from 'node:stream/consumers';
import type { FetchMessageObject, ImapFlow, MessageStructureObject } from 'imapflow';
import { formatSize } from '../../database/format-size.ts';
import type { ImapCursor } from './cursor.ts';
import type { RemoteMail } from './list-mail.ts';

const maxTextBytes = 64 * 1024;

/** Headers that describe the body of the whole mail. */
const bodyHeaders = /^(content-[a-z-]+|mime-version|lines|content-length):/i;

/** Returns the headers of a response; null for NIL or blank headers. For NIL, the client returns false. */
export const findHeaders = (response: FetchMessageObject | false): Buffer | null => {
  const headers = response ? response.headers : undefined;
  return headers?.length && headers.toString('latin1').trim() !== '' ? headers : null;
};

/**
 * Reads the headers and the first text of a mail that is too large. Adds a note about the files that stayed in the
 * mailbox. The same mail always results in the same bytes.
 * @returns null if the server delivers no headers
 */
export const readLargeMail = async (client: ImapFlow, mail: RemoteMail, maxBytes: number): Promise<Buffer | null> => {
  const response = await client.fetchOne(
    String(mail.uid),
    { uid: true, headers: true, bodyStructure: true },
    { uid: true },
  );
  const headers = findHeaders(response);
  if (!response || headers === null) return null;
  const parts = listParts(response.bodyStructure);
  const first = parts.find(({ type }) => type === 'text/plain') ?? parts.find(({ type }) => type === 'text/html');
  const text = first === undefined ? '' : await readText(client, mail.uid, first.part ?? '1');
  const names = parts.filter(part => part !== first && getName(part) !== undefined).map(describeFile);
  const notice = [
    `This mail is ${formatSize(mail.size)}; the desk accepts at most ${formatSize(maxBytes)}.`,
    'The whole mail stayed in the mailbox on the mail server',
    names.length > 0 ? `with its files: ${names.join(', ')}.` : 'with its files.',
  ].join(' ');
  return compose(headers, { text, isHtml: first?.type === 'text/html', notice });
};

/** Reads the headers of a mail. A notice replaces its body. @returns null if the server delivers no headers */
export const readHeadersOnly = async (client: ImapFlow, { uid }: RemoteMail): Promise<Buffer | null> => {
  const headers = findHeaders(await client.fetchOne(String(uid), { uid: true, headers: true }, { uid: true }));
  const notice = 'The mail server did not deliver the text of this mail. It stayed in the mailbox on the mail server.';
  return headers && compose(headers, { text: '', isHtml: false, notice });
};

/**
 * Describes a mail of which the server delivers nothing. The description has no sender, so it becomes a mail problem,
 * not a ticket. It contains the UIDVALIDITY, so that two mails with the same UID have different bytes.
 */
export const describeUnreadable = (
  { uidvalidity }: Pick<ImapCursor, 'uidvalidity'>,
  uid: number,
  response: string,
): Buffer => {
  const subject = `Mail with UID ${uid} could not be read from the server`;
  const notice = `${subject} (UIDVALIDITY ${uidvalidity}); it stayed in the mailbox. The server's response: ${response}`;
  return compose(Buffer.from(`Subject: ${subject}`), { text: '', isHtml: false, notice });
};

/** Lists the parts without children, in their order. */
const listParts = (node: MessageStructureObject | undefined): MessageStructureObject[] => {
  if (node === undefined) return [];
  return node.childNodes === undefined ? [node] : node.childNodes.flatMap(listParts);
};

const getName = ({ dispositionParameters, parameters }: MessageStructureObject): string | undefined =>
  dispositionParameters?.['filename'] ?? parameters?.['name'];

const describeFile = (part: MessageStructureObject): string =>
  `${getName(part)?.replace(/[\p{Cc}\u2028\u2029]/gu, '')} (${formatSize(part.size ?? 0)})`;

/** Reads the start of a text part, as UTF-8. */
const readText = async (client: ImapFlow, uid: number, part: string): Promise<string> => {
  const { content } = await client.download(String(uid), part, { uid: true, maxBytes: maxTextBytes });
  return content === undefined ? '' : (await buffer(content)).toString();
};

const compose = (
  headers: Buffer,
  { text, isHtml, notice }: { text: string; isHtml: boolean; notice: string },
): Buffer => {
  const lines = headers.toString('latin1').split(/\r?\n(?![ \t])/);
  const otherHeaders = lines.filter(line => line !== '' && !bodyHeaders.test(line));
  const type = isHtml ? 'text/html' : 'text/plain';
  const ownHeaders = ['MIME-Version: 1.0', `Content-Type: ${type}; charset=utf-8`, 'Content-Transfer-Encoding: 8bit'];
  const body = isHtml ? `${text}<p>${escapeHtml(notice)}</p>` : `${text.trimEnd()}\n\n${notice}`.trimStart();
  return Buffer.concat([
    Buffer.from(`${[...otherHeaders, ...ownHeaders].join('\r\n')}\r\n\r\n`, 'latin1'),
    Buffer.from(`${body}\r\n`),
  ]);
};

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
