import { randomBytes } from 'node:crypto';
import type { WriteTransaction } from '../../database/database.ts';
import { sha256 } from '../hash.ts';

export const recoveryCodeCount = 10;

/** Lowercase letters and digits that are not easily confused: 32 characters. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz023456789';

/** Creates codes of 80 random bits: `k3fz-0aqm-29wd-hx7c`. */
const createRecoveryCodes = (): string[] => Array.from({ length: recoveryCodeCount }, createRecoveryCode);

const createRecoveryCode = (): string => {
  let code = '';
  // 256 is a multiple of 32, so each character is equally likely.
  for (const byte of randomBytes(16)) code += alphabet[byte % alphabet.length];
  return (code.match(/.{4}/g) ?? []).join('-');
};

/** Replaces the recovery codes of a person, whose row is locked (see `lockPerson`). @returns the new codes */
export const replaceRecoveryCodes = async (writes: WriteTransaction, personId: string): Promise<string[]> => {
  await writes.deleteFrom('recovery_codes').where('person_id', '=', personId).execute();
  const codes = createRecoveryCodes();
  const rows = codes.map(code => ({ person_id: personId, digest: digestRecoveryCode(code), used_by: null }));
  await writes.insertInto('recovery_codes').values(rows).execute();
  return codes;
};

/** Hashes a code as a person typed it, ignoring case and separators. */
export const digestRecoveryCode = (code: string): string => sha256(code.toLowerCase().replaceAll(/[\s-]/g, ''));
