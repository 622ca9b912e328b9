/**
 * A mail that is too large or repetitive for a file. `expected` has the members of its result that matter, or the reason
 * why it has no result.
 */
export type GeneratedMail = { name: string; bytes: Buffer; expected: Record<string, unknown> };

const headers = [
  'From: Amélie Laurent <amelie@atelier.example>',
  'To: Support <support@desk.example>',
  'Subject: The printer is on fire',
  'Date: Mon, 23 Nov 2026 10:00:00 +0000',
];

const createMail = (body: string, type = 'text/plain', more: string[] = []): Buffer =>
  Buffer.from([...headers, ...more, 'MIME-Version: 1.0', `Content-Type: ${type}`, '', body].join('\r\n'));

const sentence = 'The colour printer has been smoking since this morning. ';

const createNested = (depth: number): string =>
  depth === 0
    ? 'Content-Type: text/plain\r\n\r\ninnermost'
    : `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n${createNested(depth - 1)}\r\n--b${depth}--`;

const createNestedMails = (depth: number): string =>
  depth === 0
    ? 'Subject: innermost\r\n\r\nHello'
    : `Subject: level ${depth}\r\nContent-Type: multipart/mixed; boundary=m${depth}\r\n\r\n--m${depth}\r\nContent-Type: message/rfc822\r\n\r\n${createNestedMails(depth - 1)}\r\n--m${depth}--`;

export const generatedMails: readonly GeneratedMail[] = [
  {
    name: 'a text of 5 MB',
    bytes: createMail(`${sentence}\r\n`.repeat(90_000)),
    expected: { isCut: true, format: 'text', foldedLines: 0 },
  },
  {
    name: 'HTML of 3 MB on one line',
    bytes: createMail(`<p>${sentence}</p>`.repeat(48_000), 'text/html'),
    expected: { isCut: true, format: 'markdown' },
  },
  {
    name: 'HTML that nests 50,000 elements',
    bytes: createMail(`${'<div>'.repeat(50_000)}smoke`, 'text/html'),
    expected: { body: 'smoke' },
  },
  {
    name: 'HTML of a million opening brackets',
    bytes: createMail('<'.repeat(1_000_000), 'text/html'),
    expected: { isCut: true },
  },
  {
    name: '70 KB of spaces',
    bytes: createMail(`smoke${' '.repeat(50_000)}!\r\n>${' '.repeat(10_000)}On ${' '.repeat(10_000)}`),
    expected: { foldedLines: 1 },
  },
  {
    name: '100,000 attributions',
    bytes: createMail(`smoke\r\n${'On 1 May a@b.example wrote:\r\n'.repeat(100_000)}`),
    expected: { isCut: true },
  },
  {
    name: 'an id of 2,000 characters',
    bytes: createMail(sentence, 'text/plain', [`Message-ID: <${'x'.repeat(2000)}@atelier.example>`]),
    expected: { messageId: null, body: sentence.trim() },
  },
  {
    name: 'a file name of 500 characters',
    bytes: createMail(
      `--b\r\nContent-Type: application/pdf; name="${'x'.repeat(500)}.pdf"\r\n\r\nA\r\n--b--`,
      'multipart/mixed; boundary=b',
    ),
    expected: { files: [{ name: `${'x'.repeat(251)}.pdf`, type: 'application/pdf', size: 2 }] },
  },
  {
    name: '20,000 parts',
    bytes: createMail('--b\r\n\r\nx\r\n'.repeat(20_000), 'multipart/mixed; boundary=b'),
    expected: { reason: 'too_many_parts' },
  },
  {
    name: 'parts that nest 300 levels',
    bytes: createMail(`--outer\r\n${createNested(300)}\r\n--outer--`, 'multipart/mixed; boundary=outer'),
    expected: { reason: 'too_many_parts' },
  },
  {
    name: 'twelve mails inside each other',
    bytes: createMail(
      `--outer\r\nContent-Type: message/rfc822\r\n\r\n${createNestedMails(11)}\r\n--outer--`,
      'multipart/mixed; boundary=outer',
    ),
    expected: { body: '(no text)' },
  },
  {
    name: '25 MB of line breaks',
    bytes: createMail('\n'.repeat(25_000_000)),
    expected: { body: '(no text)' },
  },
  {
    name: 'a file of 18 MB',
    bytes: createMail(
      `--b\r\n\r\nsmoke\r\n--b\r\nContent-Type: image/png; name=a.png\r\nContent-Transfer-Encoding: base64\r\n\r\n${`${'QUJD'.repeat(19)}\r\n`.repeat(320_000)}--b--`,
      'multipart/mixed; boundary=b',
    ),
    expected: { body: 'smoke', files: [{ name: 'a.png', type: 'image/png', size: 18_240_000 }] },
  },
];
