import type { Database } from '../../database/database.ts';
import { type Account, findAccountByEmail, replacePasswordHash } from './accounts.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

/** `isWeakHash` selects the password hashes that a sign-in replaces: see `isWeakPasswordHash`. */
export type AuthenticationDependencies = { database: Database; isWeakHash: (phc: string) => boolean };

/**
 * Returns the account of an email address and password; null if they are invalid. Takes equally long for an unknown
 * address, so that the response time does not reveal which accounts exist.
 */
export const authenticateByPassword = async (
  dependencies: AuthenticationDependencies,
  email: string,
  password: string,
): Promise<Account | null> => {
  const { database, isWeakHash } = dependencies;
  const account = await findAccountByEmail(database.read, email);
  const hash = account?.passwordHash ?? null;
  if (!(await verifyPassword(password, hash)) || account === null || hash === null) return null;
  if (!isWeakHash(hash)) return account;
  const stronger = await hashPassword(password);
  const replaced = await database.transaction(writes => replacePasswordHash(writes, account.id, hash, stronger));
  return replaced ? { ...account, passwordHash: stronger } : authenticateByPassword(dependencies, email, password);
};
