import { endSession, getSession, listSessions, type Session } from '#contract';
import { recordAudit } from '../database/audit-log.ts';
import { isoTime } from '../database/column-encoding.ts';
import type { Queries, WriteTransaction } from '../database/database.ts';
import { getActor } from '../http/actor.ts';
import { ApiError } from '../http/errors.ts';
import { findOrThrow } from '../http/find-resource.ts';
import type { Principal } from '../http/principal.ts';
import type { PathParameters, Resource, Route } from '../http/route.ts';
import { noContentRoute } from '../http/serve-no-content.ts';
import { reportRoute } from '../http/serve-report.ts';
import type { PersonDraft, PersonRow } from './representation.ts';

/** The sessions of the authorization server and the web app. Times in milliseconds since 1970. */
export type SessionStore = {
  list(
    queries: Queries,
    personId: string,
    now: number,
  ): Promise<{ id: string; createdAt: number; lastUsedAt: number }[]>;
  /** Finds the session in which the web app got a grant. Null for other kinds of grants. */
  findByGrant(queries: Queries, grantId: string): Promise<string | null>;
  /** Signs the person out in a browser. @returns false if the person has no session with this id */
  end(writes: WriteTransaction, personId: string, id: string): Promise<boolean>;
};

type SessionDependencies = {
  person: Resource<PersonRow, PersonDraft>;
  sessions: SessionStore;
  clock: () => number;
};

/** The routes of the sessions of a person. Only administrators have access to sessions of other people. */
export const sessionRoutes = ({ person, sessions, clock }: SessionDependencies): Route[] => {
  const visible: typeof person = {
    ...person,
    find: async (queries, pathParameters, caller) => {
      requireOwnerOrAdministrator(pathParameters, caller);
      return person.find(queries, pathParameters, caller);
    },
  };
  const read = async (queries: Queries, pathParameters: PathParameters, caller: Principal): Promise<Session[]> => {
    const { id } = await findOrThrow(visible, queries, pathParameters, caller);
    const current = await sessions.findByGrant(queries, caller.grantId);
    return (await sessions.list(queries, id, clock())).map(session => ({
      id: session.id,
      created_at: isoTime(session.createdAt),
      last_used_at: isoTime(session.lastUsedAt),
      current: session.id === current,
    }));
  };
  return [
    reportRoute(listSessions, {
      kind: 'person',
      compute: async (queries, { pathParameters, caller }) => ({
        sessions: await read(queries, pathParameters, caller),
      }),
    }),
    reportRoute(getSession, {
      kind: 'person',
      async compute(queries, { pathParameters, caller }) {
        const found = (await read(queries, pathParameters, caller)).find(
          ({ id }) => id === pathParameters['session_id'],
        );
        return found ?? throwNoSession(pathParameters);
      },
    }),
    noContentRoute(endSession, visible, async ({ id: personId }, { database, caller, pathParameters, clock: now }) => {
      const { session_id: id = '' } = pathParameters;
      if (!isSessionId(id)) throwNoSession(pathParameters);
      await database.transaction(async writes => {
        if (!(await sessions.end(writes, personId, id))) throwNoSession(pathParameters);
        // Nothing is audited when people end their own sessions.
        if (personId === caller.person.id) return;
        const entry = { action: 'person.access_revoked', targetId: personId, before: { session_id: id } } as const;
        await recordAudit(writes, getActor({ caller, now: now() }), entry);
      });
    }),
  ];
};

/** Text in a different format never reaches the store: PostgreSQL would raise an error for a NUL. */
const isSessionId = (id: string): boolean => /^[\w-]{1,64}$/.test(id);

/** @throws ApiError 403 */
const requireOwnerOrAdministrator = ({ person_id: id }: PathParameters, { person }: Principal): void => {
  if (id !== person.id && person.role !== 'admin')
    throw new ApiError('no_access', 'Only administrators have access to the sessions of other people.');
};

/** @throws ApiError 404 */
const throwNoSession = ({ session_id: id }: PathParameters): never => {
  throw new ApiError('no_session', `There is no session ${JSON.stringify(id)}.`);
};
