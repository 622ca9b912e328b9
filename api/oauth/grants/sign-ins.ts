import type { Queries, Writes } from '../../database/database.ts';
import { listClients } from '../clients/clients.ts';
import { endGrants, endSession } from './end-grants.ts';
import type { LiveGrant } from './live-grant.ts';

/** A browser in which somebody is signed in, here or in the desk's own web app. Times in milliseconds since 1970. */
export type SignIn = {
  /** The uid of the session, which is no secret. */
  id: string;
  since: number;
  lastUsedAt: number;
};

/** Where a person is signed in, the last used first: the sessions of this server, and what the web app got in each. */
export const listSignIns = async (
  queries: Queries,
  personId: string,
  grants: readonly LiveGrant[],
  now: number,
): Promise<SignIn[]> => {
  const seen = [...(await listSessions(queries, personId, now)), ...grants.filter(isOfWebApp).map(toSignIn)];
  return [...Map.groupBy(seen, ({ id }) => id)]
    .map(([id, all]) => ({
      id,
      since: Math.min(...all.map(({ since }) => since)),
      lastUsedAt: Math.max(...all.map(({ lastUsedAt }) => lastUsedAt)),
    }))
    .sort((one, other) => other.lastUsedAt - one.lastUsedAt);
};

/** Signs a person out in one browser. Nothing happens for an id that is none of theirs. */
export const endSignIn = async (writes: Writes, personId: string, id: string): Promise<void> => {
  const own = writes.selectFrom('oauth_records').select('model').where('uid', '=', id);
  const found = await own.where('account_id', '=', personId).limit(1).executeTakeFirst();
  if (found !== undefined) return endSession(writes, id);
  // One that was made before sessions were noted.
  await endGrants(writes, { account_id: personId, grant_id: id });
};

/** Signs a person out in every browser; programs and tokens for scripts go on acting for them. */
export const endAllSignIns = async (writes: Writes, personId: string): Promise<void> => {
  // What is made in a session holds its person: see standing.ts.
  await writes.selectFrom('people').select('id').where('id', '=', personId).forUpdate().execute();
  for (const { kind, clientId } of await listClients(writes)) {
    if (kind === 'first-party') await endGrants(writes, { account_id: personId, client_id: clientId });
  }
  await sessionsOf(writes, personId).execute();
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
    return { id: uid ?? '', since: loginTs * 1000, lastUsedAt: created_at };
  });
};

const isOfWebApp = ({ kind }: LiveGrant): boolean => kind === 'web-app';

/** One that was made before sessions were noted is a browser of its own. */
const toSignIn = ({ sessionUid, id, createdAt, lastUsedAt }: LiveGrant): SignIn => ({
  id: sessionUid ?? id,
  since: createdAt,
  lastUsedAt,
});

const sessionsOf = (writes: Writes, personId: string) =>
  writes.deleteFrom('oauth_records').where('account_id', '=', personId).where('model', '=', 'Session');
