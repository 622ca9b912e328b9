import type { Database } from '../../database/database.ts';
import { ApiError } from '../../http/errors.ts';
import { findAccount } from './accounts.ts';
import { verifyPassword } from './passwords.ts';
import { type SignInLimits, TooManyFailures, waitInWords } from './sign-in-limits.ts';

/**
 * Whether a password is the one a person signs in with. Tries are limited as sign-ins are, and together with them: else
 * a token that got into other hands could be used to find the password.
 * @throws ApiError 429
 */
export type ProvePassword = (personId: string, password: string) => Promise<boolean>;

export const createProvePassword =
  (database: Database, limits: SignInLimits): ProvePassword =>
  async (personId, password) => {
    const account = await findAccount(database.read, personId);
    if (account === null) return false;
    const attempt = async () => ((await verifyPassword(password, account.passwordHash)) ? account : null);
    return (await limits.attemptSignedIn(account.email, attempt).catch(refuse)) !== null;
  };

const refuse = (error: unknown): never => {
  if (!(error instanceof TooManyFailures)) throw error;
  const wait = waitInWords(error.waitSeconds);
  throw new ApiError('too_many_sign_ins', `There were too many failed attempts. Try again in ${wait}.`, {
    headers: { 'Retry-After': String(error.waitSeconds) },
  });
};
