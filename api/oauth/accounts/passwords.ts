import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const hashBytes = 32;

type ParsedHash = { memory: number; passes: number; parallelism: number; salt: Buffer; hash: Buffer };

/** Hashes a password with a random salt to a PHC string: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(saltBytes);
  return toPhc({ ...cost, salt, hash: await digest(password, { ...cost, salt, hash: Buffer.alloc(hashBytes) }) });
};

/** Verifies a password. A missing hash takes equally long and returns false, so timing does not reveal accounts. */
export const verifyPassword = async (password: string, phc: string | null): Promise<boolean> => {
  const stored = phc === null ? null : fromPhc(phc);
  const { hash, ...parameters } = stored ?? placeholder;
  const matches = timingSafeEqual(await digest(password, { ...parameters, hash }), hash);
  return matches && stored !== null;
};

/** Returns true for a malformed hash, or a hash of low cost. The next sign-in replaces a hash of low cost. */
export const isWeakPasswordHash = (phc: string): boolean => {
  const stored = fromPhc(phc);
  return stored === null || stored.memory < cost.memory || stored.passes < cost.passes;
};

/** Replaces a missing or malformed hash, so that verifying takes equally long. */
const placeholder: ParsedHash = { ...cost, salt: randomBytes(saltBytes), hash: randomBytes(hashBytes) };

/** Derives the hash. Browsers send the same letters composed or decomposed; NFC unifies them. */
const digest = (password: string, { memory, passes, parallelism, salt, hash }: ParsedHash): Promise<Buffer> =>
  derive('argon2id', {
    message: password.normalize('NFC'),
    nonce: salt,
    memory,
    passes,
    parallelism,
    tagLength: hash.length,
  });

const toPhc = ({ memory, passes, parallelism, salt, hash }: ParsedHash): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`;

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

const phcFormat =
  /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

/** Returns null for a malformed PHC string or a different algorithm. */
const fromPhc = (phc: string): ParsedHash | null => {
  const [, memory = '', passes = '', parallelism = '', salt = '', hash = ''] = phcFormat.exec(phc) ?? [];
  if (hash === '') return null;
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
};
