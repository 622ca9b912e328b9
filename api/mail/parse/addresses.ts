import { addressParser } from 'postal-mime';
import { email } from '#contract/fields';
import { cleanLine } from './clean-text.ts';
import type { MailAddress } from './parsed-mail.ts';

/** The maximum number of addresses in a header. Further addresses are ignored. */
const maxAddresses = 200;

/**
 * Parses an address header. Groups are replaced by their members, and parts that are not email addresses are left out.
 */
export const parseAddresses = (header: string): MailAddress[] =>
  addressParser(header, { flatten: true })
    .slice(0, maxAddresses)
    .flatMap(({ name, address = '' }) => {
      // An encoded word cannot be part of an address (RFC 2047 5). Servers that verify senders do not decode it.
      if (!email.safeParse(address).success || !header.includes(address)) return [];
      const line = cleanLine(name, 255);
      return [{ name: isMisleading(line) ? '' : line, email: address }];
    });

/** A name with an @ of any width pretends to be an address, usually a different address. */
const isMisleading = (name: string): boolean => name.normalize('NFKC').includes('@');

/**
 * Returns the address that sent the mail; null without a valid address. Null also for a group, several addresses or
 * several From headers: servers may have verified any of them.
 */
export const parseSender = (fromHeaders: readonly string[]): MailAddress | null => {
  const [header, ...others] = fromHeaders;
  if (header === undefined || others.length > 0) return null;
  const parsed = addressParser(header);
  const [sender] = parseAddresses(header);
  return parsed.length === 1 && parsed[0]?.group === undefined ? (sender ?? null) : null;
};
