import { randomBytes } from 'node:crypto';
import type { Role } from '#contract/enums';
import { recordAudit } from '../../database/audit-log.ts';
import type { Database, WriteTransaction } from '../../database/database.ts';
import { allowOutboundAttempt, isPaused } from '../../database/mailbox-states.ts';
import { hasIdFormat } from '../../http/find-resource.ts';
import { resumePolling } from '../polling.ts';
import { connectionDraft } from '../representation.ts';
import { describeMissingSignIn } from './access-token.ts';
import { describeProvider } from './providers.ts';
import { type AuthorizationRow, type AuthorizationStore, digestState } from './store.ts';
import { type AuthorizationCredentials, createSignInUrl, exchangeCode, TokenFailure } from './token-requests.ts';

type Dependencies = {
  database: Database;
  authorizations: AuthorizationStore;
  clock: () => number;
  /** API_PUBLIC_URL, without a trailing slash. */
  apiPublicUrl: string;
  /** Resumes the outgoing mail of a mailbox that was paused because its sign-in was missing. */
  resume(mailbox: AuthorizationRow['mailbox'], now: number): Promise<void>;
};

/** The person who is signed in to the desk in this browser. */
type Person = { id: string; role: Role };

/** A failed sign-in: the page to show, the provider's error, and the mailbox if known. */
type SignInProblem = {
  problem: 'mailbox_admins_only' | 'mailbox_unknown' | 'mailbox_state' | 'mailbox_expired' | 'mailbox_rejected';
  detail?: string;
  mailboxId?: string;
};

/** Signs mailboxes in at their providers, in the browser of an administrator. */
export type MailboxSignIn = {
  /** Starts a sign-in. @returns the URL at the provider */
  start(person: Person, mailboxId: string): Promise<{ location: string } | SignInProblem>;
  /** Completes a sign-in. `query` is the query of the callback. */
  finish(person: Person, query: string): Promise<{ mailboxId: string } | SignInProblem>;
};

/** The redirect URI of every client; the state identifies the mailbox. */
export const getRedirectUri = (apiPublicUrl: string): string => `${apiPublicUrl}/oauth/mailbox-callback`;

/** Returns whether a mailbox signs in at its IMAP server with OAuth. */
const usesTokenForImap = (mailbox: AuthorizationRow['mailbox']): boolean =>
  connectionDraft(mailbox).inbound?.authentication === 'oauth';

type StartedSignIn = { row: AuthorizationRow; verifier: string; credentials: AuthorizationCredentials };

const random = () => randomBytes(32).toString('base64url');

export const createMailboxSignIn = ({
  database,
  authorizations,
  clock,
  apiPublicUrl,
  resume,
}: Dependencies): MailboxSignIn => {
  const redirectUri = getRedirectUri(apiPublicUrl);
  // PostgreSQL rejects NUL, which a URL may contain.
  const find = async (writes: WriteTransaction, mailboxId: string): Promise<AuthorizationRow | null> =>
    hasIdFormat(mailboxId) ? authorizations.find(writes, mailboxId) : null;

  /** Removes and returns the started sign-in of a state. A state works once. */
  const consumeSignIn = (person: Person, state: string): Promise<StartedSignIn | SignInProblem> =>
    database.transaction(async writes => {
      const row = await find(writes, state.split('.')[0] ?? '');
      if (row?.client == null || row.sign_in_digest !== digestState(state, person.id))
        return { problem: 'mailbox_state' };
      const isExpired = row.sign_in_expires_at < clock();
      const verifier = await authorizations.removeSignIn(writes, row);
      if (isExpired) return { problem: 'mailbox_expired', mailboxId: row.mailbox.id };
      const clientSecret = await authorizations.readSecret(writes, row, 'client_secret');
      return { row, verifier, credentials: { client: row.client, clientSecret } };
    });

  return {
    async start({ id, role }, mailboxId) {
      if (role !== 'admin') return { problem: 'mailbox_admins_only' };
      const [state, verifier] = [`${mailboxId}.${random()}`, random()];
      const started = await database.transaction(async writes => {
        const row = await find(writes, mailboxId);
        if (row?.client == null) return null;
        await authorizations.startSignIn(writes, row, { digest: digestState(state, id), verifier, now: clock() });
        return { client: row.client, address: row.mailbox.address };
      });
      if (started === null) return { problem: 'mailbox_unknown' };
      const { client, address } = started;
      return { location: await createSignInUrl(client, { state, verifier, redirectUri, address }) };
    },

    async finish(person, query) {
      if (person.role !== 'admin') return { problem: 'mailbox_admins_only' };
      const callback = new URL(`${redirectUri}?${query}`);
      const state = callback.searchParams.get('state') ?? '';
      const signIn = await consumeSignIn(person, state);
      if ('problem' in signIn) return signIn;
      const { row: before, verifier, credentials } = signIn;
      const mailboxId = before.mailbox.id;
      const update = <Result>(change: (row: AuthorizationRow, writes: WriteTransaction) => Promise<Result>) =>
        database.transaction(async writes => {
          const row = await authorizations.find(writes, mailboxId);
          // The client or the sign-in has changed.
          return row === null || row.generation !== before.generation ? null : change(row, writes);
        });
      try {
        const tokens = await exchangeCode(credentials, callback, { state, verifier });
        const stored = await update(async (row, writes) => {
          await authorizations.storeTokens(writes, row, tokens, { wasRejected: false, now: clock() });
          const { mailbox } = row;
          // Mail may have been paused before the client was chosen.
          const none = { client: null, error: null };
          const missing = [row, { ...row, error: null }, none].map(describeMissingSignIn);
          const wasPaused = await isPaused(writes, mailbox.n, 'outbound', missing);
          await allowOutboundAttempt(writes, mailboxId);
          // Incoming mail may be paused after a rejected token, or after a restore.
          if (usesTokenForImap(mailbox) && (await isPaused(writes, mailbox.n, 'inbound')))
            await resumePolling(writes, mailbox, clock());
          const actor = { personId: person.id, clientId: null, now: clock() };
          await recordAudit(writes, actor, { action: 'mailbox.signed_in', targetId: mailboxId });
          return { row, wasPaused };
        });
        if (stored === null) return { problem: 'mailbox_state', mailboxId };
        if (stored.wasPaused) await resume(stored.row.mailbox, clock());
        return { mailboxId };
      } catch (error) {
        if (!(error instanceof TokenFailure)) throw error;
        const detail = `${describeProvider(credentials.client).name} did not complete the sign-in (${error.message}).`;
        await update((row, writes) =>
          authorizations.setState(writes, row, { state: row.state, error: detail, now: clock() }),
        );
        return { problem: 'mailbox_rejected', detail, mailboxId };
      }
    },
  };
};
