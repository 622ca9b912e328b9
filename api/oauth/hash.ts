import { hash, timingSafeEqual } from 'node:crypto';

/** Returns the SHA-256 of a text in hex. Not for passwords: they can be guessed and need a slow hash. */
export const sha256 = (text: string): string => hash('sha256', text, 'hex');

/** Compares two hex hashes in constant time. */
export const hashesEqual = (left: string, right: string): boolean =>
  left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
