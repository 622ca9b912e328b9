import type { z } from 'zod';
import { deleteIdentity, getIdentity, listIdentities } from '#contract';
import { readCounter } from '../../database/counters.ts';
import type { Queries, WriteTransaction } from '../../database/database.ts';
import { sortColumns } from '../../database/keyset.ts';
import { createScan, readPage } from '../../database/page.ts';
import { countRows } from '../../database/resource-rows.ts';
import { isMarkedDeleted } from '../../database/tombstones.ts';
import { getActor } from '../../http/actor.ts';
import { findOrThrow } from '../../http/find-resource.ts';
import type { ParentResource, Resource, Route } from '../../http/route.ts';
import { deleteRoute } from '../../http/serve-delete.ts';
import { itemRoute } from '../../http/serve-item.ts';
import { type ListDefinition, listRoute } from '../../http/serve-list.ts';
import type { PersonRow } from '../representation.ts';
import { type IdentityRow, toIdentity } from './representation.ts';
import { findIdentity, removeIdentity, selectIdentities } from './store.ts';

type IdentityDependencies = {
  person: ParentResource<PersonRow>;
  apiPublicUrl: string;
  /** Revokes all of a person's sessions and grants. */
  revokeAccess(writes: WriteTransaction, personId: string): Promise<void>;
};

/** The routes of the linked identities of a person. */
export const identityRoutes = (dependencies: IdentityDependencies): Route[] => {
  const resource = identityResource(dependencies);
  return [
    listRoute(listIdentities, identityList(dependencies)),
    itemRoute(getIdentity, resource),
    deleteRoute(deleteIdentity, resource, async (writes, row, context) => {
      await dependencies.revokeAccess(writes, row.person_id);
      await removeIdentity(writes, row, getActor(context));
    }),
  ];
};

const identityResource = ({ person, apiPublicUrl }: IdentityDependencies): Resource<IdentityRow, object> => ({
  name: 'identity',
  parameter: 'identity_id',
  async find(queries, pathParameters, caller) {
    const { id } = await findOrThrow(person, queries, pathParameters, caller);
    return findIdentity(queries, id, pathParameters['identity_id'] ?? '');
  },
  isDeleted: (queries, { person_id, identity_id }) =>
    isMarkedDeleted(queries, 'identity', `${person_id}/${identity_id}`),
  toDraft: () => ({}),
  toRepresentation: toIdentity(apiPublicUrl),
});

const identityList = ({
  person,
  apiPublicUrl,
}: IdentityDependencies): ListDefinition<z.output<typeof listIdentities.query>, IdentityRow> => ({
  kind: 'identity',
  parent: (queries, pathParameters, caller) => findOrThrow(person, queries, pathParameters, caller),
  validator: async queries => String(await readCounter(queries, 'identities.changes')),
  page: (queries, { query, pathParameters, anchor, limit }) =>
    readPage(
      createScan(selectOfPerson(queries, pathParameters['person_id']), 'identities'),
      sortColumns(query.sort),
      anchor,
      limit,
    ),
  count: (queries, { pathParameters }) => countRows(selectOfPerson(queries, pathParameters['person_id'])),
  toRepresentation: toIdentity(apiPublicUrl),
});

const selectOfPerson = (queries: Queries, personId = '') => selectIdentities(queries).where('people.id', '=', personId);
