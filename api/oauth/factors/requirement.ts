import type { Database } from '../../database/database.ts';
import { readSettings } from '../../database/settings.ts';
import type { Account } from '../accounts/accounts.ts';
import type { SecondFactors } from './second-factors.ts';

/** The step after the password: none, a code, or the setup of a second factor. */
export type SecondStep = 'none' | 'code' | 'enrolment';

/** Finds the step after the password of a person. */
export const findSecondStep = async (
  { database: { read }, secondFactors }: { database: Database; secondFactors: SecondFactors },
  { id, role }: Account,
): Promise<SecondStep> => {
  if ((await secondFactors.find(read, id)) !== null) return 'code';
  const { second_factor: policy } = await readSettings(read);
  const isRequired = policy === 'everyone' || (policy === 'admins' && role === 'admin');
  return isRequired ? 'enrolment' : 'none';
};
