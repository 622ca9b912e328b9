import type { z } from 'zod';
import { createPerson, getPerson, listPeople, updatePerson } from '#contract';
import { getChangeCount } from '../database/counters.ts';
import { sortColumns } from '../database/keyset.ts';
import type { Route } from '../http/route.ts';
import { createRoute } from '../http/serve-create.ts';
import { itemRoute } from '../http/serve-item.ts';
import { type ListDefinition, listRoute } from '../http/serve-list.ts';
import { updateRoute } from '../http/serve-update.ts';
import { meRoutes } from './me.ts';
import { type PeopleDependencies, personResource, requireUniqueEmail, savePersonDraft } from './resource.ts';
import type { PersonRow } from './shape.ts';
import * as people from './store.ts';

export const peopleRoutes = (needs: PeopleDependencies): Route[] => {
  const resource = personResource(needs);
  const listing: ListDefinition<z.output<typeof listPeople.query>, PersonRow> = {
    kind: 'person',
    validator: async queries => String(await getChangeCount(queries, 'people.changes')),
    page: (queries, { query, anchor, limit }) => {
      const sort = sortColumns(query.sort);
      return people.readPeoplePage(queries, sort, anchor, limit);
    },
    count: queries => people.countPeople(queries),
    toRepresentation: resource.toRepresentation,
  };

  return [
    listRoute(listPeople, listing),
    ...meRoutes(needs),
    itemRoute(getPerson, resource),
    createRoute(createPerson, resource, async (writes, { password, ...draft }, { now }) => {
      await requireUniqueEmail(writes, draft.email);
      return people.insertPerson(writes, draft, password ?? null, now);
    }),
    updateRoute(updatePerson, resource, async (writes, row, draft, change) => {
      // Revoked permanently: old tokens stay invalid when the person is enabled again.
      if (draft.disabled || draft.password !== undefined) await needs.revokeAccess(writes, row.id);
      return savePersonDraft(writes, row, draft, change);
    }),
  ];
};
