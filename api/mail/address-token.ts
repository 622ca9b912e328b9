import { createHmac, timingSafeEqual } from 'node:crypto';

/** The resource that a token identifies: the ticket of a reply, or the delivery of a bounce. */
type Purpose = 'ticket' | 'delivery';

/** 80 bits of the HMAC, which are 16 base32 characters. */
const macBytes = 10;
const macCharacters = 16;

/** Base32 in lower case (RFC 4648). A token remains readable if a program changes the case of the address. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** RFC 5321, 4.5.3.1.1. */
const maxLocalPart = 64;

/** Creates the token of a row: its creation number and a truncated HMAC. `key` is the desk's token key. */
const createToken = (key: Buffer, purpose: Purpose, n: number): string => {
  const number = encodeNumber(n);
  const mac = createHmac('sha256', key).update(`${purpose}:${number}`).digest().subarray(0, macBytes);
  return number + encodeBytes(mac);
};

/** Returns the creation number in a token; null if the token is malformed or forged. */
const readToken = (key: Buffer, purpose: Purpose, token: string): number | null => {
  const n = decodeNumber(token.slice(0, -macCharacters));
  if (n === null) return null;
  const [expected, given] = [Buffer.from(createToken(key, purpose, n)), Buffer.from(token)];
  return expected.length === given.length && timingSafeEqual(expected, given) ? n : null;
};

/**
 * Adds a ticket's token to an address: `support@desk.example` → `support+t…@desk.example`. Returns the address
 * unchanged if its local part would become too long.
 */
export const addTicketToken = (key: Buffer, address: string, ticketN: number): string => {
  const [local, domain] = splitAddress(address);
  const longer = `${local}+t${createToken(key, 'ticket', ticketN)}`;
  return longer.length > maxLocalPart ? address : `${longer}@${domain}`;
};

/** Returns the creation number of the ticket in an address; null without a valid token. */
export const readTicketToken = (key: Buffer, address: string): number | null => {
  const token = /\+t([a-z2-7]+)$/.exec(splitAddress(address.toLowerCase())[0])?.[1];
  return token === undefined ? null : readToken(key, 'ticket', token);
};

/** Returns the address to which bounces of a delivery go: `bounce+…@desk.example`. */
export const createBounceAddress = (key: Buffer, domain: string, deliveryN: number): string =>
  `bounce+${createToken(key, 'delivery', deliveryN)}@${domain}`;

/** Returns the creation number of a bounce's delivery; null without a valid token. */
export const readBounceToken = (key: Buffer, address: string): number | null => {
  const token = /^bounce\+([a-z2-7]+)$/.exec(splitAddress(address.toLowerCase())[0])?.[1];
  return token === undefined ? null : readToken(key, 'delivery', token);
};

/** Returns whether an address starts like a bounce address. Its token may be invalid. */
export const isBounceAddress = (address: string): boolean => /^bounce\+/i.test(address);

/** Splits an address at its last `@`. */
export const splitAddress = (address: string): [local: string, domain: string] => {
  const at = address.lastIndexOf('@');
  return [address.slice(0, at), address.slice(at + 1)];
};

const toCharacter = (index: number): string => alphabet.charAt(index);

const encodeNumber = (n: number): string => (n >= 32 ? encodeNumber(Math.floor(n / 32)) : '') + toCharacter(n % 32);

const decodeNumber = (encoded: string): number | null => {
  const n = [...encoded].reduce((sum, each) => sum * 32 + alphabet.indexOf(each), 0);
  return Number.isSafeInteger(n) && n > 0 && encodeNumber(n) === encoded ? n : null;
};

/** Encodes bytes in base32. Their number must be a multiple of five. */
const encodeBytes = (bytes: Buffer): string => {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map(five => toCharacter(Number.parseInt(five, 2))).join('');
};
