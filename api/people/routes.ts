import { createPerson, getPerson, listPeople, updatePerson } from '#contract';
import { getActor } from '../http/actor.ts';
import { methodNotAllowedError } from '../http/errors.ts';
import type { Resource, Route } from '../http/route.ts';
import { createRoute } from '../http/serve-create.ts';
import { itemRoute } from '../http/serve-item.ts';
import { listRoute } from '../http/serve-list.ts';
import { updateRoute } from '../http/serve-update.ts';
import { personList } from './list.ts';
import { meRoutes } from './me.ts';
import { isPerson, type PersonDraft, type PersonRow } from './representation.ts';
import { type PersonDependencies, personResource, requireUniqueEmail, savePersonDraft } from './resource.ts';

export const personRoutes = (dependencies: PersonDependencies): Route[] => {
  const { people, apiPublicUrl, revokeAccess } = dependencies;
  const resource = personResource(dependencies);

  return [
    listRoute(listPeople, personList(apiPublicUrl)),
    ...meRoutes(dependencies),
    itemRoute(getPerson, resource),
    createRoute(createPerson, resource, async (writes, { password, ...draft }, context) => {
      await requireUniqueEmail(people, writes, draft.email);
      return people.insert(writes, draft, password ?? null, getActor(context));
    }),
    updateRoute(updatePerson, changeableResource(resource), async (writes, row, draft, context) => {
      // Old tokens stay revoked when the person is enabled again.
      if (draft.disabled || draft.password !== undefined) await revokeAccess(writes, row.id);
      return savePersonDraft(people, writes, row, draft, context);
    }),
  ];
};

/** A mailbox's account changes only with its mailbox. */
const changeableResource = (resource: Resource<PersonRow, PersonDraft>): Resource<PersonRow, PersonDraft> => ({
  ...resource,
  async find(...args) {
    const row = await resource.find(...args);
    if (row === null || isPerson(row)) return row;
    throw methodNotAllowedError('Only a person can be changed here, not a mailbox.', 'GET, HEAD, OPTIONS');
  },
});
