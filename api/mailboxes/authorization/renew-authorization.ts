import type { Database, WriteTransaction } from '../../database/database.ts';
import { pauseOutbound, setMailboxState } from '../../database/mailbox-states.ts';
import { doublingBackoff, type FinishJob, type Handler } from '../../jobs/handler.ts';
import { connectionDraft } from '../representation.ts';
import { describeProvider } from './providers.ts';
import type { AuthorizationRow, AuthorizationStore } from './store.ts';
import { renewToken, TokenFailure } from './token-requests.ts';

type Dependencies = { stores: { authorizations: AuthorizationStore } };

/**
 * Creates the handler that renews the access token of a mailbox. Only this job uses a refresh token, and a mailbox has
 * one such job at a time. Some providers revoke all tokens of a sign-in when a refresh token is used twice.
 */
export const createRenewAuthorization = ({ stores: { authorizations } }: Dependencies): Handler => ({
  kind: 'renew_authorization',
  concurrency: 4,
  maxAttempts: Number.POSITIVE_INFINITY,
  backoff: doublingBackoff(30_000, 900_000),
  effect: 'outside',
  isUrgent: true,
  run: ({ payload }, { database, clock }) => renew(String(payload['mailbox_id']), { database, clock, authorizations }),
});

type Context = { database: Database; clock: () => number; authorizations: AuthorizationStore };

const renew = async (
  mailboxId: string,
  { database, clock, authorizations }: Context,
): Promise<FinishJob | undefined> => {
  const before = await authorizations.find(database.read, mailboxId);
  if (before?.client == null || before.state !== 'authorized') return undefined;
  const { client, generation } = before;
  /** Changes the row if its generation is unchanged. New tokens, an expiry and a new client increase the generation. */
  const change = async (
    writes: WriteTransaction,
    work: (row: AuthorizationRow, writes: WriteTransaction) => Promise<void>,
  ) => {
    const row = await authorizations.find(writes, mailboxId);
    if (row !== null && row.generation === generation) await work(row, writes);
  };
  const [clientSecret, refreshToken] = await Promise.all([
    authorizations.readSecret(database.read, before, 'client_secret'),
    authorizations.readSecret(database.read, before, 'refresh_token'),
  ]);
  // A new sign-in stored its tokens between these reads. Some providers revoke a refresh token that is used twice.
  if ((await authorizations.find(database.read, mailboxId))?.generation !== generation) return undefined;
  try {
    if (refreshToken === null) throw new TokenFailure('The refresh token is missing.', true);
    const tokens = await renewToken({ client, clientSecret }, refreshToken);
    return writes =>
      change(writes, row => {
        const wasRejected = row.was_rejected === 1 && row.expires_at === 0;
        return authorizations.storeTokens(writes, row, tokens, { wasRejected, now: clock() });
      });
  } catch (error) {
    if (!(error instanceof TokenFailure)) throw error;
    const { name } = describeProvider(client);
    if (error.isFinal)
      return writes =>
        change(writes, row =>
          expire(authorizations, writes, row, {
            error: `${name} no longer accepts the sign-in (${error.message}). Sign in again.`,
            now: clock(),
          }),
        );
    const text = `${name} did not renew the sign-in (${error.message}). The desk will try again.`;
    await database.transaction(writes =>
      change(writes, row => authorizations.setState(writes, row, { state: row.state, error: text, now: clock() })),
    );
    throw error;
  }
};

/** Expires a sign-in, and pauses each direction that uses it. The mailbox must not appear to work. */
const expire = async (
  authorizations: AuthorizationStore,
  writes: WriteTransaction,
  row: AuthorizationRow,
  { error, now }: { error: string; now: number },
): Promise<void> => {
  await authorizations.expire(writes, row, { error, now });
  const { inbound, outbound } = connectionDraft(row.mailbox);
  const { n } = row.mailbox;
  if (inbound?.authentication === 'oauth') await setMailboxState(writes, n, 'inbound', { state: 'paused', error, now });
  if (outbound?.authentication === 'oauth') await pauseOutbound(writes, n, { error, now });
};
