let mails = 0;

/** Creates a mail from a new sender, because a desk holds the mail of senders who write too often. */
export const createMail = (body: string, { type = 'text/plain', subject = 'Printer' } = {}): string => {
  mails++;
  return [
    `From: Customer ${mails} <customer-${mails}@shop.example>`,
    'To: Support <support@bench.example>',
    `Message-ID: <${crypto.randomUUID()}@shop.example>`,
    `Date: ${new Date().toUTCString()}`,
    `Subject: ${subject}`,
    `Content-Type: ${type}`,
    '',
    body,
  ].join('\r\n');
};

const sentence = 'The colour printer has been smoking since this morning. ';

/** A mail of 10 KB with a quote. */
export const createUsualMail = (): string =>
  createMail(`${`${sentence}\r\n`.repeat(20)}\r\nOn 23 Nov 2026, Support wrote:\r\n${`> ${sentence}\r\n`.repeat(140)}`);

const attachment = (bytes: number): string =>
  `--b\r\n\r\nSee the file.\r\n--b\r\nContent-Type: image/png; name=a.png\r\nContent-Transfer-Encoding: base64\r\n\r\n${`${'QUJD'.repeat(19)}\r\n`.repeat(bytes / 78)}--b--`;

const megabyte = 1024 * 1024;
const mixed = 'multipart/mixed; boundary=b';

/** Mails just below the maximum size. */
export const largeMails: Readonly<Record<string, () => string>> = {
  'a file': () => createMail(attachment(24.5 * megabyte), { type: mixed }),
  text: () => createMail(`${sentence}\r\n`.repeat((24.5 * megabyte) / 58)),
  'line breaks': () => createMail('\n'.repeat(24.5 * megabyte)),
};

/** Mails that are hard to parse. */
export const badMails: Readonly<Record<string, () => string>> = {
  ...largeMails,
  '20,000 parts': () => createMail('--b\r\n\r\nx\r\n'.repeat(20_000), { type: mixed }),
  'HTML of 3 MB': () => createMail(`<p>${sentence}</p>`.repeat(48_000), { type: 'text/html' }),
  'nested HTML': () => createMail(`${'<div>'.repeat(100_000)}smoke`, { type: 'text/html' }),
  'nested tables': () => createMail('<table><tr><th>'.repeat(30_000), { type: 'text/html' }),
  '50 KB of spaces': () => createMail(`smoke${' '.repeat(50_000)}!`),
};
