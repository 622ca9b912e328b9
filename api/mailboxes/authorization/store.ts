import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type AuthorizationState, authorizationStates } from '#contract/enums';
import type { AuthorizationDraft } from '#contract/mailbox-authorizations';
import { decodeEnum, encodeEnum } from '../../database/column-encoding.ts';
import type { Queries, WriteTransaction } from '../../database/database.ts';
import { prepareFind } from '../../database/resource-rows.ts';
import type { MailboxAuthorizationTable } from '../../database/schema.ts';
import {
  type AuthorizationSecret,
  authorizationSecretName,
  authorizationSecrets,
} from '../../database/secret-names.ts';
import { enqueue, isRunning } from '../../jobs/enqueue.ts';
import type { MailboxRow } from '../representation.ts';
import type { AuthorizationClient } from './providers.ts';
import type { Tokens } from './token-requests.ts';

/** How a mailbox signs in at its provider. Without a stored row, the version is 1 and the client is null. */
export type AuthorizationRow = Omit<MailboxAuthorizationTable, 'client' | 'state' | 'mailbox_n'> & {
  mailbox: MailboxRow;
  created_at: number;
  client: AuthorizationClient | null;
  client_secret_set: boolean;
  state: AuthorizationState;
};

export type AuthorizationSecrets = {
  has(queries: Queries, name: string): Promise<boolean>;
  read(queries: Queries, name: string): Promise<string | null>;
  write(writes: WriteTransaction, name: string, secret: string): Promise<void>;
  remove(writes: WriteTransaction, name: string): Promise<void>;
};

/** An access token is renewed after this fraction of its lifetime. */
const renewalFraction = 0.8;

/**
 * Returns how many milliseconds before its expiry a token counts as expired. It could otherwise expire before the mail
 * server reads it.
 */
const getExpiryMargin = (lifetime: number): number => Math.min(30_000, Math.round(lifetime * (1 - renewalFraction)));

/** The time after which a started sign-in expires. */
const signInMilliseconds = 600_000;

/** Binds the state of a sign-in to the administrator who started it. */
export const digestState = (state: string, personId: string): string => hash('sha256', `${state} ${personId}`, 'hex');

export type AuthorizationStore = ReturnType<typeof createAuthorizationStore>;

/** Stores how mailboxes sign in. A change that a representation shows increases the version. */
export const createAuthorizationStore = (secrets: AuthorizationSecrets) => {
  const findMailbox = prepareFind<{ id: string }, MailboxRow>((queries, value) =>
    queries.selectFrom('mailboxes').selectAll().where('id', '=', value('id')),
  );
  const getName = ({ mailbox }: AuthorizationRow, secret: AuthorizationSecret) =>
    authorizationSecretName(mailbox.id, secret);

  const store = {
    /** Finds the authorization of a mailbox; inside a transaction, locks the mailbox until the end. */
    async find(queries: Queries, mailboxId: string): Promise<AuthorizationRow | null> {
      const mailbox = await findMailbox(queries, { id: mailboxId });
      if (mailbox === null) return null;
      const query = queries.selectFrom('mailbox_authorizations').selectAll().where('mailbox_n', '=', mailbox.n);
      const { mailbox_n: _, ...row } = (await query.executeTakeFirst()) ?? {
        ...createDefaultRow(mailbox),
        mailbox_n: mailbox.n,
      };
      return {
        ...row,
        mailbox,
        created_at: mailbox.created_at,
        client: row.client === null ? null : (JSON.parse(row.client) as AuthorizationClient),
        client_secret_set: await secrets.has(queries, authorizationSecretName(mailboxId, 'client_secret')),
        state: decodeEnum(authorizationStates, row.state),
      };
    },

    readSecret: (queries: Queries, row: AuthorizationRow, secret: AuthorizationSecret): Promise<string | null> =>
      secrets.read(queries, getName(row, secret)),

    /** Replaces the client, which then needs a new sign-in. A new secret of the same client needs no new sign-in. */
    async update(
      writes: WriteTransaction,
      row: AuthorizationRow,
      { client_secret: secret, ...client }: AuthorizationDraft,
      now: number,
    ): Promise<AuthorizationRow> {
      if (secret === null || client.provider === null) await secrets.remove(writes, getName(row, 'client_secret'));
      else if (secret !== undefined) await secrets.write(writes, getName(row, 'client_secret'), secret);
      if (isDeepStrictEqual(client, row.client)) {
        await enqueueRenewal(writes, row);
        return save(writes, row, now, {});
      }
      await store.removeSecrets(writes, row, ['access_token', 'refresh_token', 'verifier']);
      const state = client.provider === null ? 'none' : 'pending';
      return save(writes, row, now, {
        ...{ client: client.provider === null ? null : JSON.stringify(client), error: null },
        ...{ state: encodeEnum(authorizationStates, state), since: now },
        ...{ generation: row.generation + 1, expires_at: 0, was_rejected: 0 },
        ...{ sign_in_digest: null, sign_in_expires_at: 0 },
      });
    },

    /** Starts a sign-in, which replaces an earlier sign-in. */
    async startSignIn(
      writes: WriteTransaction,
      row: AuthorizationRow,
      { digest, verifier, now }: { digest: string; verifier: string; now: number },
    ): Promise<void> {
      await secrets.write(writes, getName(row, 'verifier'), verifier);
      const change = { sign_in_digest: digest, sign_in_expires_at: now + signInMilliseconds };
      await set(writes, row, change);
    },

    /** Removes a started sign-in. @returns its PKCE verifier */
    async removeSignIn(writes: WriteTransaction, row: AuthorizationRow): Promise<string> {
      const verifier = await store.readSecret(writes, row, 'verifier');
      await store.removeSecrets(writes, row, ['verifier']);
      await set(writes, row, { sign_in_digest: null, sign_in_expires_at: 0 });
      return verifier ?? '';
    },

    /** Stores new tokens and enqueues their renewal. `wasRejected`: a mail server rejected the previous token. */
    async storeTokens(
      writes: WriteTransaction,
      row: AuthorizationRow,
      { accessToken, refreshToken, expiresInSeconds }: Tokens,
      { wasRejected, now }: { wasRejected: boolean; now: number },
    ): Promise<void> {
      await secrets.write(writes, getName(row, 'access_token'), accessToken);
      await secrets.write(writes, getName(row, 'refresh_token'), refreshToken);
      const tokens = { generation: row.generation + 1, was_rejected: wasRejected ? 1 : 0 };
      const lifetime = expiresInSeconds * 1000;
      await set(writes, row, { ...tokens, expires_at: now + lifetime - getExpiryMargin(lifetime) });
      await store.setState(writes, row, { state: 'authorized', error: null, now });
      await enqueueRenewal(writes, row, now + Math.round(lifetime * renewalFraction));
    },

    /** Removes the access token and enqueues its renewal: immediately, or a minute after a failure. */
    async requestRenewal(
      writes: WriteTransaction,
      row: AuthorizationRow,
      { wasRejected, now }: { wasRejected: boolean; now: number },
    ): Promise<void> {
      await store.removeSecrets(writes, row, ['access_token']);
      if (row.expires_at > 0) await set(writes, row, { expires_at: 0, was_rejected: wasRejected ? 1 : 0 });
      // A second renewal would hide that a mail server rejected the token.
      else if (await isRunning(writes, 'renew_authorization', row.mailbox.id)) return;
      await enqueueRenewal(writes, row, row.error === null ? undefined : now + 60_000);
    },

    /** Removes the tokens, so that the mailbox needs a new sign-in. `error` is the reason. */
    async expire(
      writes: WriteTransaction,
      row: AuthorizationRow,
      { error, now }: { error: string; now: number },
    ): Promise<void> {
      await store.removeSecrets(writes, row, ['access_token', 'refresh_token', 'verifier']);
      const noTokens = { generation: row.generation + 1, expires_at: 0, was_rejected: 0 };
      await set(writes, row, { ...noTokens, sign_in_digest: null, sign_in_expires_at: 0 });
      await store.setState(writes, row, { state: 'expired', error, now });
    },

    /** Stores the state and the error, which is a sentence for people. */
    async setState(
      writes: WriteTransaction,
      row: AuthorizationRow,
      { state, error, now }: { state: AuthorizationState; error: string | null; now: number },
    ): Promise<void> {
      if (row.state === state && row.error === error) return;
      const since = row.state === state ? row.since : now;
      await save(writes, row, now, { state: encodeEnum(authorizationStates, state), since, error });
    },

    async removeSecrets(
      writes: WriteTransaction,
      row: AuthorizationRow,
      names: readonly AuthorizationSecret[] = authorizationSecrets,
    ): Promise<void> {
      for (const name of names) await secrets.remove(writes, getName(row, name));
    },
  };

  /** Stores a change with a new version. */
  const save = async (writes: WriteTransaction, row: AuthorizationRow, now: number, change: Change) => {
    await set(writes, row, { ...change, version: row.version + 1, updated_at: now });
    const saved = await store.find(writes, row.mailbox.id);
    if (saved === null) throw new TypeError('The locked mailbox is missing.');
    return saved;
  };
  return store;
};

type Change = Partial<Omit<MailboxAuthorizationTable, 'mailbox_n'>>;

const createDefaultRow = ({ created_at }: MailboxRow): Omit<MailboxAuthorizationTable, 'mailbox_n'> => ({
  ...{ version: 1, updated_at: created_at, client: null, error: null },
  ...{ state: encodeEnum(authorizationStates, 'none'), since: created_at },
  ...{ generation: 0, expires_at: 0, was_rejected: 0, sign_in_digest: null, sign_in_expires_at: 0 },
});

const set = async (writes: WriteTransaction, { mailbox }: AuthorizationRow, change: Change): Promise<void> => {
  await writes
    .insertInto('mailbox_authorizations')
    .values({ ...createDefaultRow(mailbox), mailbox_n: mailbox.n, ...change })
    .onConflict(conflict => conflict.column('mailbox_n').doUpdateSet(change))
    .execute();
};

/** The key prevents concurrent renewals of a mailbox, which could use a refresh token twice. */
const enqueueRenewal = (writes: WriteTransaction, { mailbox: { id } }: AuthorizationRow, runAt?: number) =>
  enqueue(writes, 'renew_authorization', {
    key: id,
    payload: { mailbox_id: id },
    ...(runAt !== undefined && { runAt }),
  });
