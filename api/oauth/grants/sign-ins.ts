import type { Queries, WriteTransaction } from '../../database/database.ts';
import { lockPerson } from '../../database/lock-person.ts';
import { listClients } from '../clients/clients.ts';
import type { LiveGrant } from './live-grants.ts';
import { revokeGrants, revokeSession } from './revoke-grants.ts';

/** A browser with a session on this server or in the web app. Times in milliseconds since 1970. */
export type SignIn = {
  /** The uid of the session, which is not a secret. */
  id: string;
  createdAt: number;
  /** When the web app last got a code or token in the session, or when the session was first stored. */
  lastUsedAt: number;
};

/** Lists a person's sessions with the web app's grants in them, most recently used first. */
export const listSignIns = async (
  queries: Queries,
  personId: string,
  grants: readonly LiveGrant[],
  now: number,
): Promise<SignIn[]> => {
  const ofWebApp = grants.flatMap(({ kind, sessionUid, createdAt, lastUsedAt }) =>
    kind === 'web-app' && sessionUid !== null ? [{ id: sessionUid, createdAt, lastUsedAt }] : [],
  );
  const signIns = [...(await listSessions(queries, personId, now)), ...ofWebApp];
  return [...Map.groupBy(signIns, ({ id }) => id)]
    .map(([id, all]) => ({
      id,
      createdAt: Math.min(...all.map(({ createdAt }) => createdAt)),
      lastUsedAt: Math.max(...all.map(({ lastUsedAt }) => lastUsedAt)),
    }))
    .sort((left, right) => right.lastUsedAt - left.lastUsedAt);
};

/** Finds the uid of the session in which the web app got a grant. Null for other kinds of grants. */
export const findSignInOfGrant = async (queries: Queries, grantId: string): Promise<string | null> => {
  const grants = queries.selectFrom('oauth_records').select('uid').where('grant_id', '=', grantId);
  return (await grants.where('model', '=', 'Grant').executeTakeFirst())?.uid ?? null;
};

/** Signs a person out in one browser. @returns false if the id belongs to a different person, or to no session */
export const revokeSignIn = async (writes: WriteTransaction, personId: string, id: string): Promise<boolean> => {
  const records = writes.selectFrom('oauth_records').select('model').where('uid', '=', id);
  const found = await records.where('account_id', '=', personId).limit(1).executeTakeFirst();
  if (found !== undefined) await revokeSession(writes, id);
  return found !== undefined;
};

/** Signs a person out in every browser; connected apps and script tokens keep their access. */
export const revokeAllSignIns = async (writes: WriteTransaction, personId: string): Promise<void> => {
  // A sign-in or authorization locks the person too: see revocation-check.ts.
  await lockPerson(writes, personId);
  for (const { kind, clientId } of await listClients(writes)) {
    if (kind === 'first-party') await revokeGrants(writes, { account_id: personId, client_id: clientId });
  }
  const sessions = writes.deleteFrom('oauth_records').where('account_id', '=', personId);
  await sessions.where('model', '=', 'Session').execute();
};

const listSessions = async (queries: Queries, personId: string, now: number): Promise<SignIn[]> => {
  const sessions = await queries
    .selectFrom('oauth_records')
    .select(['uid', 'payload', 'created_at'])
    .where('account_id', '=', personId)
    .where('model', '=', 'Session')
    .where('expires_at', '>', now)
    .execute();
  return sessions.map(({ uid, payload, created_at }) => {
    const { loginTs } = JSON.parse(payload) as { loginTs: number };
    return { id: uid ?? '', createdAt: loginTs * 1000, lastUsedAt: created_at };
  });
};
