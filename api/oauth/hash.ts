import { hash, timingSafeEqual } from 'node:crypto';

/** Hashes a secret of 256 random bits, in hex. Not for passwords, which can be guessed. */
export const sha256 = (secret: string): string => hash('sha256', secret, 'hex');

/** Compares two hex hashes in constant time. */
export const hashesEqual = (left: string, right: string): boolean =>
  left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
