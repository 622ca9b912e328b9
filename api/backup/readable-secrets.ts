import type { WriteTransaction } from '../database/database.ts';
import { setMailboxState } from '../database/mailbox-states.ts';
import { tokenKeyName } from '../database/secret-names.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { canOpenSecrets, createSecrets } from '../secrets/secrets.ts';

/**
 * Removes the secrets of a restored store if the keys cannot open them, and pauses each mailbox with a server: its
 * error asks for the password.
 * @returns whether all secrets can be used
 */
export const requireReadableSecrets = async (
  writes: WriteTransaction,
  keys: SecretKeys,
  now: number,
): Promise<boolean> => {
  if ((await canOpenSecrets(writes, keys)) !== false) return true;
  await writes.deleteFrom('sealed_secrets').execute();
  // Answers to plus addresses in older mail then find their ticket by their other headers.
  await createSecrets(keys).ensureRandom(writes, tokenKeyName);
  const error = 'Enter the password again, then resume the mailbox once the other desk is off.';
  const mailboxes = await writes.selectFrom('mailboxes').select('n').where('outbound', 'is not', null).execute();
  for (const { n } of mailboxes) await setMailboxState(writes, n, 'outbound', { state: 'paused', error, now });
  return false;
};
