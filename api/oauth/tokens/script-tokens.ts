import { randomBytes } from 'node:crypto';
import type { Scope } from '#contract/vocabulary';
import type { Database, Queries } from '../../database/database.ts';
import { type Account, findAccountByEmail } from '../accounts/accounts.ts';
import { scriptClientId } from '../clients/reserved-clients.ts';
import type { LiveGrant } from '../grants/live-grant.ts';
import { listLiveGrants } from '../grants/live-grants.ts';
import { sha256 } from '../hash.ts';

/** Nobody who may sign in has this address. */
export class UnknownPerson extends Error {}

const day = 86_400_000;
const model = 'AccessToken';

/**
 * Makes an access token that speaks for a person for some days; what it may do is capped by their role at each use.
 * The token is returned this once, only its hash is kept. @throws UnknownPerson
 */
export const createScriptToken = async (
  database: Database,
  { email, scopes, days }: { email: string; scopes: readonly Scope[]; days: number },
  clock: () => number,
): Promise<{ access_token: string; id: string; expires_at: number }> => {
  const token = randomBytes(32).toString('base64url');
  const id = randomBytes(6).toString('hex');
  const now = clock();
  const expiresAt = now + days * day;
  await database.transaction(async writes => {
    const account = await findAccountByEmail(writes, email);
    if (account === null) throw new UnknownPerson(`Nobody who may sign in has the address ${email}.`);
    await writes
      .insertInto('oauth_records')
      .values({
        model,
        id_hash: sha256(token),
        payload: JSON.stringify(payloadOf(account, { id, scopes, now, expiresAt })),
        grant_id: id,
        uid: null,
        account_id: account.id,
        client_id: scriptClientId,
        created_at: now,
        consumed_at: null,
        answer: null,
        expires_at: expiresAt,
      })
      .execute();
  });
  return { access_token: token, id, expires_at: expiresAt };
};

/** What oidc-provider stores of an access token, so that it finds this one as its own. */
const payloadOf = (
  { id: accountId }: Account,
  { id, scopes, now, expiresAt }: { id: string; scopes: readonly Scope[]; now: number; expiresAt: number },
) => ({
  iat: Math.floor(now / 1000),
  exp: Math.floor(expiresAt / 1000),
  kind: model,
  gty: 'script',
  accountId,
  clientId: scriptClientId,
  grantId: id,
  scope: scopes.join(' '),
});

/** The tokens for scripts that are still good, the oldest first. */
export const listScriptTokens = async (queries: Queries, now: number): Promise<LiveGrant[]> =>
  (await listLiveGrants(queries, { clientId: scriptClientId }, Number.MAX_SAFE_INTEGER, now)).toReversed();

/** Ends a token for scripts at once; false when there is none of this id. */
export const revokeScriptToken = (database: Database, id: string): Promise<boolean> =>
  database.transaction(async writes => {
    const { numDeletedRows } = await writes
      .deleteFrom('oauth_records')
      .where('grant_id', '=', id)
      .where('client_id', '=', scriptClientId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  });
