import type { Database } from '../../database/database.ts';
import { ApiError } from '../../http/errors.ts';
import { findAccount } from './accounts.ts';
import { verifyPassword } from './passwords.ts';
import { formatWait, type SignInLimits, TooManyFailuresError } from './sign-in-limits.ts';

/**
 * Checks a person's current password; false for a disabled person too. The limits of sign-ins apply, so that a stolen
 * token cannot be used to guess the password. @throws ApiError 429 after too many failures
 */
export type CheckOwnPassword = (personId: string, password: string) => Promise<boolean>;

export const createOwnPasswordCheck =
  (database: Database, limits: SignInLimits): CheckOwnPassword =>
  async (personId, password) => {
    const account = await findAccount(database.read, personId);
    if (account === null) return false;
    const attempt = async () => ((await verifyPassword(password, account.passwordHash)) ? account : null);
    return (await limits.attemptBySignedIn(account.email, attempt).catch(throwApiError)) !== null;
  };

const throwApiError = (error: unknown): never => {
  if (!(error instanceof TooManyFailuresError)) throw error;
  const wait = formatWait(error.waitSeconds);
  throw new ApiError('too_many_sign_ins', `Too many failed attempts. Try again in ${wait}.`, {
    headers: { 'Retry-After': String(error.waitSeconds) },
  });
};
