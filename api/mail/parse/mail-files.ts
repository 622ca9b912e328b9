import { createHash } from 'node:crypto';
import type { Attachment } from 'postal-mime';
import { cleanLine } from './clean-text.ts';
import type { MailFile } from './parsed-mail.ts';

/** A file with the SHA-256 of its bytes in hex. */
type HashedFile = MailFile & { sha256: string };

export const describeFiles = (attachments: readonly Attachment[]): HashedFile[] =>
  attachments.map(({ filename, mimeType, content }) => {
    const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
    return {
      name: cleanFileName(filename ?? '') || defaultName(mimeType),
      type: /^[\w.+-]{1,127}\/[\w.+-]{1,127}$/.test(mimeType) ? mimeType : 'application/octet-stream',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    };
  });

const maxNameLength = 255;

/** Returns the name without folders, as one line. A long name keeps its extension. */
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
