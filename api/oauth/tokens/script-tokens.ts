import { randomBytes } from 'node:crypto';
import type { Scope } from '#contract/enums';
import { type AuditActor, commandActor, recordAudit } from '../../database/audit-log.ts';
import { isoTime } from '../../database/column-encoding.ts';
import type { Database, Queries } from '../../database/database.ts';
import { type Account, findAccountByEmail } from '../accounts/accounts.ts';
import { scriptClientId } from '../clients/client-ids.ts';
import { type LiveGrant, listLiveGrants } from '../grants/live-grants.ts';
import { sha256 } from '../hash.ts';

/** Thrown when no enabled person has the email address. */
export class UnknownPersonError extends Error {}

const dayMilliseconds = 86_400_000;
const model = 'AccessToken';

/**
 * Creates an access token for a person. Their role caps its scopes at each use. Only the token's hash is stored.
 * @throws UnknownPersonError
 */
export const createScriptToken = async (
  database: Database,
  { email, scopes, days }: { email: string; scopes: readonly Scope[]; days: number },
  clock: () => number,
): Promise<{ access_token: string; id: string; expires_at: number }> => {
  const token = randomBytes(32).toString('base64url');
  const id = randomBytes(6).toString('hex');
  const now = clock();
  const expiresAt = now + days * dayMilliseconds;
  await database.transaction(async writes => {
    const account = await findAccountByEmail(writes, email);
    if (account === null) throw new UnknownPersonError(`No enabled person has the email address ${email}.`);
    await writes
      .insertInto('oauth_records')
      .values({
        model,
        id_hash: sha256(token),
        payload: JSON.stringify(createPayload(account, { id, scopes, now, expiresAt })),
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
    const after = { person_id: account.id, scopes, expires_at: isoTime(expiresAt) };
    await recordAudit(writes, commandActor(now), { action: 'token.created', targetId: id, after });
  });
  return { access_token: token, id, expires_at: expiresAt };
};

/** Creates a payload in the format that oidc-provider stores for its own access tokens. */
const createPayload = (
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

/** Lists valid script tokens, oldest first. */
export const listScriptTokens = async (queries: Queries, now: number): Promise<LiveGrant[]> =>
  (await listLiveGrants(queries, { clientId: scriptClientId }, Number.MAX_SAFE_INTEGER, now)).toReversed();

/** Revokes a script token. Returns false when no token has this id. */
export const revokeScriptToken = (database: Database, id: string, actor: AuditActor): Promise<boolean> =>
  database.transaction(async writes => {
    const token = await writes
      .deleteFrom('oauth_records')
      .where('grant_id', '=', id)
      .where('client_id', '=', scriptClientId)
      .returning('account_id as person_id')
      .executeTakeFirst();
    if (token !== undefined) await recordAudit(writes, actor, { action: 'token.revoked', targetId: id, before: token });
    return token !== undefined;
  });
