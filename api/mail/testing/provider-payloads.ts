import { createHmac, randomBytes } from 'node:crypto';

/** The Content-Type and the body of a provider's request. */
export type Payload = { type: string; body: Uint8Array<ArrayBuffer> };

type Fields = Readonly<Record<string, string | Uint8Array>>;

const customer = 'ada@shop.example';
const address = 'support@desk.example';

/** Writes the body that Mailgun sends to a URL that ends with `/mime`. `now` is in milliseconds. */
export const writeMailgun = (
  mail: string | Uint8Array,
  {
    signingKey,
    now,
    token = randomBytes(25).toString('hex'),
    isUrlEncoded = false,
  }: { signingKey: string; now: number; token?: string; isUrlEncoded?: boolean },
): Payload => {
  const timestamp = String(Math.floor(now / 1000));
  const signature = createHmac('sha256', signingKey).update(`${timestamp}${token}`).digest('hex');
  const fields = {
    ...{ recipient: address, sender: customer, from: `Ada <${customer}>`, subject: 'Printer' },
    'body-mime': mail,
    ...{ 'message-headers': JSON.stringify([['From', `Ada <${customer}>`]]), timestamp, token, signature },
  };
  return isUrlEncoded ? writeUrlEncoded(fields) : writeMultipart(fields, randomBytes(16).toString('hex'));
};

/** Writes the body that SendGrid sends with "POST the raw, full MIME message". Its boundary is always the same. */
export const writeSendgrid = (mail: string | Uint8Array): Payload =>
  writeMultipart(
    {
      ...{
        dkim: '{@shop.example : pass}',
        email: mail,
        to: address,
        from: `Ada <${customer}>`,
        sender_ip: '192.0.2.1',
      },
      ...{ spam_report: 'Spam detection software\n', envelope: JSON.stringify({ to: [address], from: customer }) },
      ...{ subject: 'Printer', spam_score: '0.1', charsets: '{"to":"UTF-8","from":"UTF-8"}', SPF: 'pass' },
    },
    'xYzZY',
  );

/** Writes the body that Postmark sends with "Include raw email content in JSON payload". */
export const writePostmark = (mail: string): Payload => {
  const contact = (Email: string) => ({ Email, Name: '', MailboxHash: '' });
  const parsed = {
    ...{ FromName: 'Ada', MessageStream: 'inbound', From: customer, FromFull: contact(customer) },
    ...{ To: address, ToFull: [contact(address)], Cc: '', CcFull: [], OriginalRecipient: address, Subject: 'Printer' },
    ...{ MessageID: '22c74902-a0c1-4511-804f-341342852c90', TextBody: 'RawEmail', HtmlBody: '', Tag: '' },
    Headers: [{ Name: 'Return-Path', Value: `<${customer}>` }],
    ...{ Attachments: [{ Name: 'a.txt', Content: 'YQ==', ContentLength: 1 }], RawEmail: mail },
  };
  return { type: 'application/json; charset=utf-8', body: Buffer.from(JSON.stringify(parsed)) };
};

const writeMultipart = (fields: Fields, boundary: string): Payload => {
  const parts = Object.entries(fields).flatMap(([name, value]) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
  const body = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
  return { type: `multipart/form-data; boundary=${boundary}`, body };
};

const writeUrlEncoded = (fields: Fields): Payload => {
  const encode = (value: string | Uint8Array) =>
    Buffer.from(value)
      .toString('latin1')
      .replace(/[^a-z0-9 ]/gi, each => `%${Buffer.from(each, 'latin1').toString('hex')}`)
      .replaceAll(' ', '+');
  const text = Object.entries(fields).map(([name, value]) => `${name}=${encode(value)}`);
  return { type: 'application/x-www-form-urlencoded', body: Buffer.from(text.join('&')) };
};
