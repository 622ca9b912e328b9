import type { WriteTransaction } from '../database/database.ts';
import { setMailboxState } from '../database/mailbox-states.ts';
import { tokenKeyName } from '../database/secret-names.ts';
import { type AuthorizationStore, createAuthorizationStore } from '../mailboxes/authorization/store.ts';
import { connectionDirections, connectionDraft } from '../mailboxes/representation.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { canOpenSecrets, createSecrets } from '../secrets/secrets.ts';

/**
 * Removes the secrets of a restored store if the keys cannot open them. Pauses each mailbox that has a server; the
 * stored error explains what a person has to do.
 * @returns whether all secrets can be used
 */
export const removeUnreadableSecrets = async (
  writes: WriteTransaction,
  keys: SecretKeys,
  now: number,
): Promise<boolean> => {
  if ((await canOpenSecrets(writes, keys)) !== false) return true;
  await writes.deleteFrom('sealed_secrets').execute();
  const secrets = createSecrets(keys);
  // Replies to older plus addresses are then matched to their tickets by other headers.
  await secrets.ensureRandom(writes, tokenKeyName);
  await writes.updateTable('identity_providers').set({ client_secret_set: 0 }).execute();
  await expireSignIns(writes, createAuthorizationStore(secrets), now);
  for (const mailbox of await writes.selectFrom('mailboxes').selectAll().execute()) {
    const connection = connectionDraft(mailbox);
    for (const direction of connectionDirections) {
      const server = connection[direction];
      if (server === null) continue;
      const task = server.authentication === 'oauth' ? 'Sign in again' : 'Enter the password again';
      const error = `${task}. The desk was restored from a backup: stop the original desk, then resume the mailbox.`;
      await setMailboxState(writes, mailbox.n, direction, { state: 'paused', error, now });
    }
  }
  return false;
};

/** Expires the sign-ins of mailboxes. The tokens and client secrets of these sign-ins cannot be opened. */
const expireSignIns = async (
  writes: WriteTransaction,
  authorizations: AuthorizationStore,
  now: number,
): Promise<void> => {
  const rows = await writes
    .selectFrom('mailbox_authorizations')
    .innerJoin('mailboxes', 'mailboxes.n', 'mailbox_authorizations.mailbox_n')
    .select('mailboxes.id')
    .where('client', 'is not', null)
    .execute();
  for (const { id } of rows) {
    const row = await authorizations.find(writes, id);
    const error = 'Enter the client secret again, then sign in again.';
    if (row !== null) await authorizations.expire(writes, row, { error, now });
  }
};
