import { randomBytes } from 'node:crypto';
import type { Scope } from '#contract/enums';
import { type AuditActor, commandActor, recordAudit } from '../../database/audit-log.ts';
import { isoTime } from '../../database/column-encoding.ts';
import type { Database, Queries, WriteTransaction } from '../../database/database.ts';
import { findAccountByEmail } from '../accounts/accounts.ts';
import { scriptClientId } from '../clients/client-ids.ts';
import { defaultTokenName, type LiveGrant, listScripts } from '../grants/live-grants.ts';
import { sha256 } from '../hash.ts';

/** Thrown when no enabled person has the email address. */
export class UnknownPersonError extends Error {}

export const dayMilliseconds = 86_400_000;
const model = 'AccessToken';

/** The purpose, rights and lifetime of a new token. */
type NewScriptToken = { name?: string; scopes: readonly Scope[]; days: number };

/** Creates a script token for `desk tokens create`. @throws UnknownPersonError */
export const createScriptToken = (
  database: Database,
  { email, ...request }: NewScriptToken & { email: string },
  clock: () => number,
): Promise<{ access_token: string; id: string; expires_at: number }> =>
  database.transaction(async writes => {
    const account = await findAccountByEmail(writes, email);
    if (account === null)
      throw new UnknownPersonError(
        `No enabled person has the email ${email}; run "desk people list" to see all people.`,
      );
    const { token, id, expiresAt } = await insertScriptToken(writes, account.id, request, commandActor(clock()));
    return { access_token: token, id, expires_at: expiresAt };
  });

/**
 * Inserts an access token for an enabled person. At each use, the person's role limits the permissions of the token.
 * Only the token's hash is stored.
 */
export const insertScriptToken = async (
  writes: WriteTransaction,
  personId: string,
  { name = defaultTokenName, scopes, days }: NewScriptToken,
  actor: AuditActor,
): Promise<{ token: string; id: string; expiresAt: number }> => {
  const token = randomBytes(32).toString('base64url');
  const id = randomBytes(6).toString('hex');
  const { now } = actor;
  const expiresAt = now + days * dayMilliseconds;
  await writes
    .insertInto('oauth_records')
    .values({
      model,
      id_hash: sha256(token),
      payload: JSON.stringify(createPayload({ personId, id, name, scopes, now, expiresAt })),
      grant_id: id,
      uid: null,
      account_id: personId,
      client_id: scriptClientId,
      created_at: now,
      consumed_at: null,
      answer: null,
      expires_at: expiresAt,
    })
    .execute();
  const after = { person_id: personId, name, scopes, expires_at: isoTime(expiresAt) };
  await recordAudit(writes, actor, { action: 'token.created', targetId: id, after });
  return { token, id, expiresAt };
};

type StoredToken = Required<Pick<NewScriptToken, 'name' | 'scopes'>> & {
  personId: string;
  id: string;
  now: number;
  expiresAt: number;
};

/** Creates a payload in oidc-provider's format of access tokens, plus a name. */
const createPayload = ({ personId, id, name, scopes, now, expiresAt }: StoredToken) => ({
  iat: Math.floor(now / 1000),
  exp: Math.floor(expiresAt / 1000),
  kind: model,
  gty: 'script',
  accountId: personId,
  clientId: scriptClientId,
  grantId: id,
  scope: scopes.join(' '),
  name,
});

/** Lists valid script tokens, oldest first. */
export const listScriptTokens = async (queries: Queries, now: number): Promise<LiveGrant[]> =>
  (await listScripts(queries, {}, Number.MAX_SAFE_INTEGER, now)).toReversed();

/** Revokes a script token. Returns false when no token has this id. */
export const revokeScriptToken = (database: Database, id: string, actor: AuditActor): Promise<boolean> =>
  database.transaction(writes => deleteScriptToken(writes, id, actor));

/** Revokes a script token by deleting it. Returns false when no token has this id. */
export const deleteScriptToken = async (writes: WriteTransaction, id: string, actor: AuditActor): Promise<boolean> => {
  const token = await writes
    .deleteFrom('oauth_records')
    .where('grant_id', '=', id)
    .where('client_id', '=', scriptClientId)
    .returning('account_id as person_id')
    .executeTakeFirst();
  if (token !== undefined) await recordAudit(writes, actor, { action: 'token.revoked', targetId: id, before: token });
  return token !== undefined;
};
