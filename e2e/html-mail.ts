/** Encodes the bytes of a file in lines of base64. */
const encode = (bytes: Buffer): string => bytes.toString('base64').replaceAll(/.{76}/g, '$&\n');

type Part = { type: string; name?: string; headers?: readonly string[]; content: string | Buffer };

const writePart = ({ type, name, headers = [], content }: Part): string =>
  [
    `Content-Type: ${type}${name === undefined ? '' : `; name="${name}"`}`,
    ...(typeof content === 'string' ? [] : ['Content-Transfer-Encoding: base64']),
    ...headers,
    '',
    typeof content === 'string' ? content : encode(content),
  ].join('\n');

const join = (boundary: string, parts: readonly string[]): string =>
  [...parts.map(part => `--${boundary}\n${part}`), `--${boundary}--`].join('\n');

/** Writes a mail with an HTML text, pictures in the text, and other files. */
export const writeHtmlMail = (subject: string, html: string, { related = [], files = [] }: Parts = {}): string => {
  const text = writePart({ type: 'text/html; charset=utf-8', content: html });
  const document = `Content-Type: multipart/related; boundary="related"\n\n${join('related', [text, ...related.map(writePart)])}`;
  return `From: Amelie Laurent <amelie@atelier.example>
To: support@stardesk.local
Subject: ${subject}
Message-ID: <${Math.random()}@atelier.example>
Date: Mon, 23 Nov 2026 10:00:00 +0000
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="mixed"

${join('mixed', [document, ...files.map(writePart)])}
`;
};

type Parts = { related?: readonly Part[]; files?: readonly Part[] };
