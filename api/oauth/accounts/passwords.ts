import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** What OWASP's password storage advice asks of argon2id at the least: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const hashBytes = 32;

type Stored = { memory: number; passes: number; parallelism: number; salt: Buffer; hash: Buffer };

/** The PHC string of a password: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`, with a salt of its own. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(saltBytes);
  return toPhc({ ...cost, salt, hash: await digest(password, { ...cost, salt, hash: Buffer.alloc(hashBytes) }) });
};

/**
 * Whether a password is the one that was hashed. Without a hash, because there is no such person, it takes as long and
 * is false, so that the time tells nobody who has an account.
 */
export const verifyPassword = async (password: string, phc: string | null): Promise<boolean> => {
  const stored = phc === null ? null : fromPhc(phc);
  const { hash, ...parameters } = stored ?? nobody;
  const right = timingSafeEqual(await digest(password, { ...parameters, hash }), hash);
  return right && stored !== null;
};

/** Whether a hash was made at a lower cost than today's and should be made anew at the next sign-in. */
export const isWeak = (phc: string): boolean => {
  const stored = fromPhc(phc);
  return stored === null || stored.memory < cost.memory || stored.passes < cost.passes;
};

const nobody: Stored = { ...cost, salt: randomBytes(saltBytes), hash: randomBytes(hashBytes) };

/** The same letters typed on different systems may come composed or not: NFC makes them one. */
const digest = (password: string, { memory, passes, parallelism, salt, hash }: Stored): Promise<Buffer> =>
  derive('argon2id', {
    message: password.normalize('NFC'),
    nonce: salt,
    memory,
    passes,
    parallelism,
    tagLength: hash.length,
  });

const toPhc = ({ memory, passes, parallelism, salt, hash }: Stored): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`;

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

const phcFormat =
  /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

/** Null for what is no PHC string of argon2id. */
const fromPhc = (phc: string): Stored | null => {
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
