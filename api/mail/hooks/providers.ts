import type { HookProvider } from '../../mailboxes/hooks.ts';
import type { Envelope } from '../../mails/store.ts';
import type { Form, ReadForm } from './form.ts';
import { readJson } from './read-json.ts';
import { readMultipart } from './read-multipart.ts';
import { readUrlEncoded } from './read-url-encoded.ts';

/** The format in which a provider sends a mail. */
export type Provider = Pick<Form, 'mailField' | 'fieldNames'> & {
  /** The readers of bodies, by media type. */
  readers: Readonly<Record<string, ReadForm>>;
  getEnvelope(fields: ReadonlyMap<string, string>): Envelope;
  /** The error message if the mail is missing. It names the setting to change. */
  advice: string;
};

export const providers: Readonly<Record<HookProvider, Provider>> = {
  mailgun: {
    readers: { 'multipart/form-data': readMultipart, 'application/x-www-form-urlencoded': readUrlEncoded },
    mailField: 'body-mime',
    fieldNames: ['sender', 'recipient', 'timestamp', 'token', 'signature'],
    getEnvelope: fields => ({
      from: fields.get('sender') ?? null,
      to: pickRecipient(fields.get('recipient')?.split(',') ?? []),
    }),
    advice: 'The field body-mime is missing: the URL of the route must end with /mime.',
  },
  sendgrid: {
    readers: { 'multipart/form-data': readMultipart },
    mailField: 'email',
    fieldNames: ['envelope'],
    getEnvelope: fields => readEnvelope(fields.get('envelope') ?? ''),
    advice: 'The field email is missing: switch on "POST the raw, full MIME message".',
  },
  postmark: {
    readers: { 'application/json': readJson },
    mailField: 'RawEmail',
    fieldNames: ['OriginalRecipient'],
    getEnvelope: fields => ({ from: null, to: pickRecipient([fields.get('OriginalRecipient') ?? '']) }),
    advice: 'The member RawEmail is missing: switch on "Include raw email content in JSON payload".',
  },
};

/**
 * Picks the first recipient with a plus part, because it may name a ticket. Otherwise returns the first recipient, or
 * null without a valid address.
 */
const pickRecipient = (recipients: readonly string[]): string | null => {
  const addresses = recipients.map(each => each.trim()).filter(each => each.includes('@') && each.length <= 254);
  return addresses.find(each => each.includes('+')) ?? addresses[0] ?? null;
};

/** Reads `{"to":["support@desk.example"],"from":"ada@shop.example"}`. */
const readEnvelope = (text: string): Envelope => {
  const { from, to } = parseObject(text);
  const recipients = Array.isArray(to) ? to.filter(each => typeof each === 'string') : [];
  return { from: typeof from === 'string' && from.length <= 254 ? from : null, to: pickRecipient(recipients) };
};

const parseObject = (text: string): { from?: unknown; to?: unknown } => {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
};
