import type { Database } from '../../database/database.ts';
import { readSettings } from '../../database/settings.ts';
import type { Account } from '../accounts/accounts.ts';
import type { SecondFactors } from './second-factors.ts';

/** The second step of a sign-in: none, a second factor, or the setup of a second factor. */
export type SecondStep = 'none' | 'factor' | 'enrolment';

/** Finds the second step of a person's sign-in. */
export const findSecondStep = async (
  { database: { read }, secondFactors }: { database: Database; secondFactors: SecondFactors },
  { id, role }: Account,
): Promise<SecondStep> => {
  // A disabled passkey counts too: otherwise the password alone would be enough again.
  if ((await secondFactors.list(id)).length > 0) return 'factor';
  const { second_factor: policy } = await readSettings(read);
  const isRequired = policy === 'everyone' || (policy === 'admins' && role === 'admin');
  return isRequired ? 'enrolment' : 'none';
};
