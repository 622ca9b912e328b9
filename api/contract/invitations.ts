import { z } from 'zod';
import { invitationDeliveries, invitationStates } from './enums.ts';
import { exampleInvitation } from './examples.ts';
import { utcTime } from './fields.ts';
import { emptyResponseQuery } from './list.ts';
import { adminRoles, operation } from './operation.ts';

export const invitationSchema = z
  .object({
    state: z.enum(invitationStates).meta({ description: 'An `expired` link is rejected, and deleted within an hour.' }),
    expires_at: utcTime.meta({ description: 'Seven days after the invitation.' }),
    delivery_id: z.string().nullable().meta({ description: 'The mail with the link; null if the desk sent no mail.' }),
    link: z.url().nullable().meta({
      description:
        'The page on which the person chooses a password. Only in the response that creates it: null for a mail, in GET, and when an `Idempotency-Key` is repeated.',
    }),
  })
  .meta({
    id: 'Invitation',
    description: 'A link with which a person chooses a name and a password. It works once.',
    example: exampleInvitation,
  });
export type Invitation = z.output<typeof invitationSchema>;

const access = { roles: adminRoles, hidden: true } as const;
const person = 'A person whose password was set has no invitation.';

export const getInvitation = operation('getInvitation', 'GET /people/{person_id}/invitation', {
  description: person,
  summary: 'Read the invitation of a person',
  scope: 'people:read',
  ...access,
  response: invitationSchema,
  errors: ['no_invitation'],
});

export const invitePerson = operation('invitePerson', 'PUT /people/{person_id}/invitation', {
  description:
    'Replaces an earlier link. `mail` returns the link instead if no mailbox sends mail, or if the address belongs to the desk. A disabled person gets 409. Accepting the invitation revokes all sessions and tokens of the person.',
  example: { deliver: 'mail' },
  summary: 'Invite a person',
  scope: 'people:write',
  ...access,
  body: z.strictObject({ deliver: z.enum(invitationDeliveries) }),
  response: invitationSchema,
  issuesSecret: true,
  errors: ['person_disabled', 'method_not_allowed'],
});

export const deleteInvitation = operation('deleteInvitation', 'DELETE /people/{person_id}/invitation', {
  description: 'The link stops working immediately.',
  summary: 'Withdraw the invitation of a person',
  scope: 'people:write',
  ...access,
  query: emptyResponseQuery,
  errors: ['no_invitation'],
});
