import { argon2Sync, randomBytes } from 'node:crypto';
import { isWeakPasswordHash } from '../accounts/passwords.ts';

/** The password of every person in tests. */
export const testPassword = 'correct horse battery';

const cost = { memory: 8, passes: 1, parallelism: 1 };

/** Hashes `testPassword` at the lowest cost. */
export const createCheapHash = (): string => {
  const nonce = randomBytes(16);
  const hash = argon2Sync('argon2id', { ...cost, message: testPassword, nonce, tagLength: 32 });
  const [salt, digest] = [nonce, hash].map(bytes => bytes.toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${salt}$${digest}`;
};

/** The password hash of every person in tests, so that they sign in fast. */
export const cheapHash = createCheapHash();

/** Returns true for hashes that a test server replaces: every weak hash except `cheapHash`. */
export const isWeakTestHash = (phc: string): boolean => phc !== cheapHash && isWeakPasswordHash(phc);
