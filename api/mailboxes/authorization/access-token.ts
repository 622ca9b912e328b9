import type { Database, Queries } from '../../database/database.ts';
import { describeProvider } from './providers.ts';
import type { AuthorizationRow, AuthorizationStore } from './store.ts';

/**
 * The access token of a mailbox, or the reason why it is missing. `needsPerson`: only a new sign-in helps. `response`
 * is null if the token needs a renewal and no renewal has failed yet.
 */
type AccessToken =
  | { kind: 'token'; accessToken: string; generation: number }
  | { kind: 'missing'; needsPerson: boolean; response: string | null };

/** Returns a sentence that explains how to restore a missing sign-in. */
export const describeMissingSignIn = ({ client, error }: Pick<AuthorizationRow, 'client' | 'error'>): string => {
  if (client === null) return 'Choose where the mailbox signs in.';
  return error ?? `Sign in at ${describeProvider(client).name} first.`;
};

/** Creates the functions that read access tokens for mail servers, and report rejected tokens. */
export const createAccessTokens = (authorizations: AuthorizationStore) => ({
  async read(queries: Queries, mailboxId: string, now: number): Promise<AccessToken> {
    const row = await authorizations.find(queries, mailboxId);
    if (row === null) return { kind: 'missing', needsPerson: true, response: 'The mailbox was deleted.' };
    if (row.state !== 'authorized') return { kind: 'missing', needsPerson: true, response: describeMissingSignIn(row) };
    const accessToken = await authorizations.readSecret(queries, row, 'access_token');
    if (accessToken !== null && row.expires_at > now) return { kind: 'token', accessToken, generation: row.generation };
    return { kind: 'missing', needsPerson: false, response: row.error };
  },

  /** Enqueues the renewal of an expired or missing token. */
  async renew({ transaction }: Pick<Database, 'transaction'>, mailboxId: string, now: number): Promise<void> {
    await transaction(async writes => {
      const row = await authorizations.find(writes, mailboxId);
      if (row?.state === 'authorized' && row.expires_at <= now)
        await authorizations.requestRenewal(writes, row, { wasRejected: false, now });
    });
  },

  /**
   * Reports that a mail server rejected a token, which is then renewed once.
   * @returns false if only a person can help: the token was renewed for that reason already, or no sign-in exists
   */
  rejectToken: (
    { transaction }: Pick<Database, 'transaction'>,
    mailboxId: string,
    { generation, now }: { generation: number; now: number },
  ): Promise<boolean> =>
    transaction(async writes => {
      const row = await authorizations.find(writes, mailboxId);
      if (row?.state !== 'authorized') return false;
      // The token was renewed, or its renewal is enqueued.
      if (row.generation !== generation || row.expires_at === 0) return true;
      if (row.was_rejected === 1) return false;
      await authorizations.requestRenewal(writes, row, { wasRejected: true, now });
      return true;
    }),
});
