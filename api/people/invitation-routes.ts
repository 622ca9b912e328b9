import { createResetLink, deleteInvitation, getInvitation, invitePerson, listInvitations } from '#contract';
import type { InvitationDelivery } from '#contract/enums';
import { getActor } from '../http/actor.ts';
import { ApiError, notFoundError } from '../http/errors.ts';
import { hasIdFormat } from '../http/find-resource.ts';
import type { Resource, Route } from '../http/route.ts';
import { noContentRoute } from '../http/serve-no-content.ts';
import { reportRoute } from '../http/serve-report.ts';
import { secretRoute } from '../http/serve-secret.ts';
import { type Invitations, toInvitation } from './invitations.ts';
import type { PersonDraft, PersonRow } from './representation.ts';
import type { PersonStore } from './store.ts';

type InvitationDependencies = {
  people: PersonStore;
  invitations: Invitations;
  /** Any person or mailbox. */
  person: Resource<PersonRow, PersonDraft>;
  /** Only people. */
  invitable: Resource<PersonRow, PersonDraft>;
  apiPublicUrl: string;
  clock: () => number;
};

/** The routes of the links with which people choose a password. A link has no version: each PUT creates a new link. */
export const invitationRoutes = ({
  people,
  invitations,
  person,
  invitable,
  apiPublicUrl,
  clock,
}: InvitationDependencies): Route[] => [
  reportRoute(listInvitations, {
    kind: 'person',
    // There is no validator, because an invitation expires without a write. A job deletes it up to an hour later.
    compute: async queries => ({ invitations: await invitations.list(queries, clock()) }),
  }),
  reportRoute(getInvitation, {
    kind: 'person',
    async compute(queries, { pathParameters: { person_id: id = '' } }) {
      if (!hasIdFormat(id) || (await people.find(queries, id)) === null) throw notFoundError('person', id);
      return (await invitations.read(queries, id, clock())) ?? throwNoInvitation(id);
    },
  }),
  secretRoute<PersonRow, Deliver>(invitePerson, invitable, async (writes, row, { deliver }, context) => {
    requireEnabled(row);
    const options = { deliver, baseUrl: apiPublicUrl, actor: getActor(context) };
    const created = await invitations.invite(writes, row, options);
    return { representation: toInvitation(created, context.now), secret: created.url };
  }),
  secretRoute<PersonRow, Deliver>(createResetLink, invitable, async (writes, row, { deliver }, context) => {
    requireEnabled(row);
    const options = { deliver, baseUrl: apiPublicUrl, actor: getActor(context) };
    const created = await invitations.createResetLink(writes, row, options);
    const { state: _, ...representation } = toInvitation(created, context.now);
    return { representation, secret: created.url };
  }),
  noContentRoute(deleteInvitation, person, async ({ id }, { database, caller, clock: now }) => {
    const remove = database.transaction(writes => invitations.remove(writes, id, getActor({ caller, now: now() })));
    if (!(await remove)) throwNoInvitation(id);
  }),
];

type Deliver = { deliver: InvitationDelivery };

/** @throws ApiError 409 for a disabled person, whose links would not work */
const requireEnabled = ({ disabled }: PersonRow): void => {
  if (disabled === 1)
    throw new ApiError('person_disabled', 'The person is disabled. Enable the person first.', { differences: [] });
};

/** @throws ApiError 404 */
const throwNoInvitation = (id: string): never => {
  throw new ApiError('no_invitation', `The person ${JSON.stringify(id)} has no invitation.`);
};
