import { createHash } from 'node:crypto';
import type { Attachment } from 'postal-mime';
import { detectType, examinedBytes } from '../../attachments/detect-type.ts';
import { cleanLine } from './clean-text.ts';
import type { MailFile } from './parsed-mail.ts';

/** A file with its bytes. */
export type FileContent = { file: MailFile; content: Uint8Array };

export const describeFiles = (attachments: readonly Attachment[]): FileContent[] =>
  attachments.map(({ filename, mimeType, content }) =>
    describeFile(
      cleanFileName(filename ?? '') || defaultName(mimeType),
      /^[\w.+-]{1,127}\/[\w.+-]{1,127}$/.test(mimeType) ? mimeType : 'application/octet-stream',
      typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
    ),
  );

/** Describes the text of a mail as a file. */
export const describeText = (plain: string, html: string, format: 'text' | 'markdown'): FileContent =>
  format === 'text'
    ? describeFile('message.txt', 'text/plain; charset=utf-8', Buffer.from(plain))
    : describeFile('message.html', 'text/html; charset=utf-8', Buffer.from(html));

const describeFile = (name: string, type: string, content: Uint8Array): FileContent => {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const start = Buffer.from(content.buffer, content.byteOffset, Math.min(content.length, examinedBytes));
  return { file: { name, type, size: content.length, sha256, detected: detectType(start) }, content };
};

const maxNameLength = 255;

/** Returns the name without folders, as one line; empty for a name of dots. A long name keeps its extension. */
const cleanFileName = (name: string): string => {
  const line = cleanLine(name, 2000).split(/[/\\]/).at(-1)?.trim() ?? '';
  if (/^\.*$/.test(line)) return '';
  if (line.length <= maxNameLength) return line;
  const extension = /\.\w{1,10}$/.exec(line)?.[0] ?? '';
  return cleanLine(line, maxNameLength - extension.length) + extension;
};

const extensions: Record<string, string> = {
  'message/rfc822': 'eml',
  'message/delivery-status': 'txt',
  'text/rfc822-headers': 'txt',
  'text/calendar': 'ics',
  'text/plain': 'txt',
  'text/html': 'html',
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
};

const defaultName = (type: string): string => {
  const extension = extensions[type];
  return extension === undefined ? 'file' : `${type === 'message/rfc822' ? 'message' : 'file'}.${extension}`;
};
