import type { z } from 'zod';
import { deleteGrant, type Grant, getGrant, listGrants } from '#contract';
import { maxListedGrants } from '#contract/grants';
import { isoTime } from '../../database/column-encoding.ts';
import type { Queries } from '../../database/database.ts';
import { getActor } from '../../http/actor.ts';
import { findOrThrow } from '../../http/find-resource.ts';
import type { Resource, Route } from '../../http/route.ts';
import { listRoute } from '../../http/serve-list.ts';
import { noContentRoute } from '../../http/serve-no-content.ts';
import { reportRoute } from '../../http/serve-report.ts';
import { toScopes } from '../scopes.ts';
import { createGrantPages, type GrantRow, toGrantRow } from './grant-list.ts';
import { listAppGrants } from './live-grants.ts';
import { revokeGrant } from './revoke-grants.ts';

type GrantDependencies = { apiPublicUrl: string; clock: () => number };

/** The routes of the grants of connected apps. Grants have no version: no request updates them. */
export const grantRoutes = ({ apiPublicUrl, clock }: GrantDependencies): Route[] => {
  const toRepresentation = toGrant(apiPublicUrl);
  const grant = grantResource(toRepresentation, clock);
  return [
    listRoute(listGrants, {
      kind: 'grant',
      ...createGrantPages<z.output<typeof listGrants.query>>(
        (queries, { person_id: personId, client_id: clientId }) =>
          listAppGrants(queries, { personId, clientId }, maxListedGrants, clock()),
        maxListedGrants,
      ),
      toRepresentation,
    }),
    reportRoute(getGrant, {
      kind: 'grant',
      compute: async (queries, { pathParameters, caller }) =>
        toRepresentation(await findOrThrow(grant, queries, pathParameters, caller)),
    }),
    noContentRoute(deleteGrant, grant, (row, { database, caller, clock: now }) =>
      database.transaction(writes => revokeGrant(writes, row, getActor({ caller, now: now() }))),
    ),
  ];
};

const grantResource = (
  toRepresentation: (row: GrantRow) => Grant,
  clock: () => number,
): Resource<GrantRow, Record<string, never>> => ({
  name: 'grant',
  parameter: 'grant_id',
  isWellFormed: id => /^[\w-]{1,64}$/.test(id),
  async find(queries: Queries, { grant_id: id = '' }) {
    const [grant] = await listAppGrants(queries, { id }, 1, clock());
    return grant === undefined ? null : toGrantRow(grant);
  },
  isDeleted: async () => false,
  toDraft: () => ({}),
  toRepresentation,
});

/** Converts a grant to its representation; `baseUrl` is API_PUBLIC_URL. */
const toGrant =
  (baseUrl: string) =>
  ({ id, personId, clientId, scopes, createdAt, lastUsedAt, expiresAt }: GrantRow): Grant => ({
    id,
    url: `${baseUrl}/v1/grants/${id}`,
    person_id: personId,
    client_id: clientId,
    scopes: [...toScopes(scopes.join(' '))],
    created_at: isoTime(createdAt),
    last_used_at: isoTime(lastUsedAt),
    expires_at: isoTime(expiresAt),
  });
