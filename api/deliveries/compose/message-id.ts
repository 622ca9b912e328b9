import { randomBytes } from 'node:crypto';
import { splitAddress } from '../../mail/address-token.ts';

/** Creates a Message-ID of 128 random bits at the domain of an address. */
export const createMessageId = (address: string): string =>
  `<${randomBytes(16).toString('hex')}@${toAsciiDomain(splitAddress(address)[1])}>`;

/** Converts a domain to its ASCII form, as a Message-ID requires (RFC 5322, 3.6.4). Replaces an invalid domain. */
const toAsciiDomain = (domain: string): string => {
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return 'stardesk.invalid';
  }
};
