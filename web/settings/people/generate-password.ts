/** 32 letters and digits that people do not confuse: no 0, 1, l or o. */
const alphabet = '23456789abcdefghijkmnpqrstuvwxyz';

/** Generates a password of 100 random bits, in groups that can be read aloud: `k7wm-2hxp-vq9t-c3zr-8bny`. */
export const generatePassword = (): string =>
  Array.from({ length: 5 }, () =>
    Array.from(crypto.getRandomValues(new Uint8Array(4)), byte => alphabet[byte % alphabet.length]).join(''),
  ).join('-');
