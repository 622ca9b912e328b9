import { hash, timingSafeEqual } from 'node:crypto';

/** The sha256 of a secret in hex. Enough for values of 256 random bits, which nobody can guess: passwords need more. */
export const sha256 = (secret: string): string => hash('sha256', secret, 'hex');

/** Compares two hashes in hex without telling by the time how much of them agrees. */
export const sameHash = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
