import type { Writes } from '../../database/database.ts';
import { endGrants } from './end-grants.ts';
import type { LiveGrant } from './live-grant.ts';

/** A program, or a token for scripts, that acts for somebody. Times in milliseconds since 1970. */
export type ActingProgram = {
  kind: 'program' | 'script';
  /** The client_id of a program, the id of a token. */
  id: string;
  name: string;
  scopes: string[];
  since: number;
  lastUsedAt: number;
  /** When it ends by itself; null where using it moves that. */
  until: number | null;
};

/** What acts for a person, the last used first: all grants of one program are one permission to whoever gave them. */
export const actingPrograms = (grants: readonly LiveGrant[]): ActingProgram[] => {
  const given = grants.filter(({ kind }) => kind === 'program');
  const programs = [...Map.groupBy(given, ({ clientId }) => clientId)].map(([id, all]) => ({
    kind: 'program' as const,
    id,
    name: all[0]?.clientName ?? id,
    scopes: [...new Set(all.flatMap(({ scopes }) => scopes))],
    since: Math.min(...all.map(({ createdAt }) => createdAt)),
    lastUsedAt: Math.max(...all.map(({ lastUsedAt }) => lastUsedAt)),
    until: null,
  }));
  const tokens = grants.filter(({ kind }) => kind === 'script').map(toActing);
  return [...programs, ...tokens].sort((one, other) => other.lastUsedAt - one.lastUsedAt);
};

/** Takes back what a person permitted. Nothing happens for an id that is none of theirs. */
export const endProgram = (
  writes: Writes,
  personId: string,
  { kind, id }: Pick<ActingProgram, 'kind' | 'id'>,
): Promise<void> =>
  endGrants(writes, { account_id: personId, ...(kind === 'program' ? { client_id: id } : { grant_id: id }) });

const toActing = ({ id, clientName, scopes, createdAt, lastUsedAt, expiresAt }: LiveGrant): ActingProgram => ({
  kind: 'script',
  id,
  name: clientName,
  scopes,
  since: createdAt,
  lastUsedAt,
  until: expiresAt,
});
