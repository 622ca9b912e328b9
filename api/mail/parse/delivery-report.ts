import { email } from '#contract/fields';
import { cleanLine } from './clean-text.ts';
import { parseMessageIds } from './message-ids.ts';
import type { DeliveryReport, ReportedRecipient } from './parsed-mail.ts';

const actions = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'] as const;
const maxRecipients = 200;

/**
 * Parses a delivery status notification (RFC 3464).
 *
 * @param status the message/delivery-status part
 * @param returned the returned mail, or its headers; null if they are missing
 * @returns null if the report names no recipient with a valid address and a known action
 */
export const parseDeliveryReport = (status: string, returned: string | null): DeliveryReport | null => {
  const recipients = status
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n/)
    .map(parseFields)
    .flatMap(parseRecipient)
    .slice(0, maxRecipients);
  if (recipients.length === 0) return null;
  const headers = returned === null ? null : parseFields(returned.replaceAll('\r\n', '\n').split('\n\n', 1)[0] ?? '');
  return { recipients, messageId: parseMessageIds(headers?.get('message-id') ?? '')[0] ?? null };
};

/** Unfolds and parses header fields. The names are in lower case, and the first field of each name counts. */
const parseFields = (text: string): Map<string, string> => {
  const fields = new Map<string, string>();
  for (const line of text.replaceAll(/\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
};

const parseRecipient = (fields: Map<string, string>): ReportedRecipient[] => {
  const action = actions.find(each => each === fields.get('action')?.toLowerCase());
  const address = stripType(fields.get('final-recipient') ?? fields.get('original-recipient') ?? '');
  if (action === undefined || !email.safeParse(address).success) return [];
  const [status = ''] = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(fields.get('status') ?? '') ?? [];
  return [
    { email: address, action, status, diagnostic: cleanLine(stripType(fields.get('diagnostic-code') ?? ''), 500) },
  ];
};

/** Removes the type of a value: `rfc822; a@b.example`, `smtp; 550 …`. */
const stripType = (value: string): string =>
  value
    .replace(/^[\w-]{1,30}\s?;/, '')
    .trim()
    .replace(/^<(.*)>$/, '$1');
