import { createPerson, getPerson, listPeople, updatePerson } from '#contract';
import type { FieldError } from '#contract/errors';
import type { Queries } from '../database/database.ts';
import { getActor } from '../http/actor.ts';
import { fieldError, methodNotAllowedError, requireNoErrors } from '../http/errors.ts';
import type { Resource, Route } from '../http/route.ts';
import { createRoute } from '../http/serve-create.ts';
import { itemRoute } from '../http/serve-item.ts';
import { listRoute } from '../http/serve-list.ts';
import { updateRoute } from '../http/serve-update.ts';
import { factorRoutes } from './factor-routes.ts';
import { identityRoutes } from './identities/routes.ts';
import { invitationRoutes } from './invitation-routes.ts';
import type { Invitations } from './invitations.ts';
import { personList } from './list.ts';
import { meRoutes } from './me.ts';
import { isPerson, type PersonDraft, type PersonRow } from './representation.ts';
import { type PersonDependencies, personResource, requireUniqueEmail, savePersonDraft } from './resource.ts';
import { sessionRoutes } from './sessions.ts';

export const personRoutes = (dependencies: PersonDependencies): Route[] => {
  const { people, invitations, apiPublicUrl, revokeAccess } = dependencies;
  const resource = personResource(dependencies);
  const changeable = changeableResource(resource);

  return [
    listRoute(listPeople, personList(apiPublicUrl)),
    ...meRoutes(dependencies),
    itemRoute(getPerson, resource),
    createRoute(createPerson, newPersonResource(dependencies), async (writes, draft, context) => {
      const { password, invite, ...fields } = draft;
      await requireUniqueEmail(people, writes, fields.email);
      requireNoErrors(await checkInvite(invitations, writes, draft));
      const actor = getActor(context);
      const row = await people.insert(writes, fields, password ?? null, actor);
      if (invite) await invitations.invite(writes, row, { deliver: 'mail', baseUrl: apiPublicUrl, actor });
      return row;
    }),
    updateRoute(updatePerson, changeable, async (writes, row, draft, context) => {
      // Old tokens stay revoked when the person is enabled again.
      if (draft.disabled || draft.password !== undefined) await revokeAccess(writes, row.id);
      return savePersonDraft(people, writes, row, draft, context);
    }),
    ...invitationRoutes({ ...dependencies, person: resource, invitable: changeable }),
    ...sessionRoutes({ ...dependencies, person: resource }),
    ...factorRoutes({ ...dependencies, person: resource }),
    ...identityRoutes({ ...dependencies, person: resource }),
  ];
};

/** The writable fields of a new person, and whether to invite the person. */
type NewPersonDraft = PersonDraft & { invite?: boolean };

const newPersonResource = (dependencies: PersonDependencies): Resource<PersonRow, NewPersonDraft> => {
  const person = personResource(dependencies);
  return {
    ...person,
    prepare: async <Part extends Partial<NewPersonDraft>>(draft: Part) => (await person.prepare?.(draft)) ?? draft,
    validateReferences: async (queries, draft, context) => [
      ...((await person.validateReferences?.(queries, draft, context)) ?? []),
      ...(await checkInvite(dependencies.invitations, queries, draft)),
    ],
  };
};

/** Returns errors if the new person cannot be invited by mail. */
const checkInvite = async (
  { canMail }: Invitations,
  queries: Queries,
  { invite, email, password, disabled }: Partial<NewPersonDraft>,
): Promise<FieldError[]> => {
  if (invite !== true) return [];
  if (password !== undefined) return [fieldError('invite', 'not_allowed', 'must be omitted with a password')];
  if (disabled) return [fieldError('invite', 'not_allowed', 'must be omitted for a disabled person')];
  if (email === undefined || (await canMail(queries, email))) return [];
  const reason =
    'is not possible: no mailbox can mail this address. Omit this field, then PUT an invitation to get a link';
  return [fieldError('invite', 'not_allowed', reason)];
};

/** Rejects changes to the accounts of mailboxes and of the desk. */
const changeableResource = (resource: Resource<PersonRow, PersonDraft>): Resource<PersonRow, PersonDraft> => ({
  ...resource,
  async find(...args) {
    const row = await resource.find(...args);
    if (row === null || isPerson(row)) return row;
    throw methodNotAllowedError(
      'Only a person can be changed here, not the account of a mailbox or of the desk.',
      'GET, HEAD, OPTIONS',
    );
  },
});
