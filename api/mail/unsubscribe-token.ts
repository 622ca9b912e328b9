import { createHmac, timingSafeEqual } from 'node:crypto';
import { type NotificationKind, notificationKinds } from '#contract/enums';

/** The person and the kinds of notifications for which a link turns off mail. */
export type Unsubscription = { personId: string; kinds: readonly NotificationKind[] };

const macDigits = 64;

/**
 * Creates the token of a link that stops mail about notifications. It is in hex, because mail programs cut other
 * characters off the end of a URL. It has no expiry, because people open old mails. `key` is the desk's token key.
 */
export const createUnsubscribeToken = (key: Buffer, { personId, kinds }: Unsubscription): string => {
  const mask = notificationKinds.reduce((sum, kind, index) => sum + (kinds.includes(kind) ? 2 ** index : 0), 0);
  const content = Buffer.from(`${mask}.${personId}`).toString('hex');
  return content + sign(key, content);
};

/** Reads a token; null if it is malformed or forged. */
export const readUnsubscribeToken = (key: Buffer, token: string): Unsubscription | null => {
  const [content, mac] = [token.slice(0, -macDigits), token.slice(-macDigits)];
  if (key.length === 0 || !/^[0-9a-f]{64}$/.test(mac)) return null;
  if (!timingSafeEqual(Buffer.from(mac), Buffer.from(sign(key, content)))) return null;
  const [mask, personId = ''] = Buffer.from(content, 'hex')
    .toString()
    .split(/\.(.*)/s);
  return { personId, kinds: notificationKinds.filter((_, index) => (Number(mask) & (2 ** index)) !== 0) };
};

const sign = (key: Buffer, content: string): string =>
  createHmac('sha256', key).update(`unsubscribe:${content}`).digest('hex');

/** Returns the URL of a token; `baseUrl` is API_PUBLIC_URL. */
export const toUnsubscribeUrl = (baseUrl: string, token: string): string => `${baseUrl}/oauth/unsubscribe/${token}`;

const labels: Readonly<Record<NotificationKind, string>> = {
  assigned: 'tickets assigned to you',
  mentioned: 'notes that mention you',
  customer_replied: 'replies from customers',
  colleague_wrote: 'messages from colleagues',
  new_unassigned: 'new tickets',
  delivery_failed: 'replies that were not delivered',
  system: 'problems with the desk',
};

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** Describes kinds of notifications to their reader: "replies from customers and new tickets". */
export const describeKinds = (kinds: readonly NotificationKind[]): string =>
  list.format(kinds.map(kind => labels[kind]));
