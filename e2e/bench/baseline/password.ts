import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { benchPerson } from '../oauth/client.ts';

const derive = promisify(argon2);
const nonce = randomBytes(16);

/** Hashes with the desk's parameters: argon2id, 19 MiB, two passes, one lane. */
const digest = (password: string): Promise<Buffer> =>
  derive('argon2id', { message: password, nonce, memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 });

const stored = await digest(benchPerson.password);

export const isPassword = async (password: string): Promise<boolean> => timingSafeEqual(await digest(password), stored);
