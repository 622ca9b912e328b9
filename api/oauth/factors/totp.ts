import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** The parameters that every authenticator app supports (RFC 6238, 5.2; RFC 4226, 4 and 5.3). */
const [stepSeconds, digits, seedBytes] = [30, 6, 20];

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Creates a seed of 160 bits (RFC 4226, 4) in base32, as people type it. */
export const createSeed = (): string => {
  let seed = '';
  // 256 is a multiple of 32, so each character is equally likely.
  for (const byte of randomBytes((seedBytes * 8) / 5)) seed += alphabet[byte % alphabet.length];
  return seed;
};

export const isSeed = (text: string): boolean => /^[A-Z2-7]{32}$/.test(text);

/** Returns the number of 30-second steps since 1970 at a time in milliseconds. */
export const getTimeStep = (now: number): number => Math.floor(now / 1000 / stepSeconds);

/** Computes the code of a step (RFC 4226, 5.3). */
export const computeCode = (seed: string, step: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', decodeBase32(seed)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
};

/**
 * Finds the step of a code; null for an invalid code. Since clocks differ, the step can also be the step before or
 * after the current step (RFC 6238, 5.2).
 */
export const findStep = (seed: string, code: string, now: number): number | null => {
  const typed = Buffer.from(code.replaceAll(/\s/g, ''));
  const current = getTimeStep(now);
  const matches = [current, current - 1, current + 1].filter(step => {
    const expected = Buffer.from(computeCode(seed, step));
    return typed.length === expected.length && timingSafeEqual(typed, expected);
  });
  return matches[0] ?? null;
};

/**
 * Builds the otpauth URI that a QR code contains. `issuer` names the desk in the app. The only valid colon is between
 * issuer and account (Key URI Format, Label).
 */
export const toSeedUri = (seed: string, { issuer, email }: { issuer: string; email: string }): string => {
  const name = issuer.replaceAll(/:\s*/g, ' ');
  return `otpauth://totp/${encodeURIComponent(`${name}:${email}`)}?secret=${seed}&issuer=${encodeURIComponent(name)}`;
};

const decodeBase32 = (text: string): Buffer => {
  const bits = [...text].map(character => alphabet.indexOf(character).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)));
};
