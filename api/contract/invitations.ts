import { z } from 'zod';
import { invitationDeliveries, invitationStates } from './enums.ts';
import { exampleInvitation, exampleInvitations, exampleResetLink } from './examples.ts';
import { utcTime } from './fields.ts';
import { emptyResponseQuery } from './list.ts';
import { adminRoles, operation } from './operation.ts';

const state = z
  .enum(invitationStates)
  .meta({ description: 'An `expired` link is rejected, and deleted within an hour.' });

const mail = {
  delivery_id: z.string().nullable().meta({ description: 'The mail with the link; null if the desk sent no mail.' }),
};

const link = z.url().nullable().meta({
  description:
    'The page on which the person chooses a password. Only in the response that creates the link: null if the link is mailed, in GET, and when an `Idempotency-Key` is repeated.',
});

const invitedUntil = utcTime.meta({
  description: 'When the link expires: `invitation_days` of the settings after the invitation.',
});

export const invitationSchema = z.object({ state, expires_at: invitedUntil, ...mail, link }).meta({
  id: 'Invitation',
  description: 'A link with which a person chooses a name and a password. It works once.',
  example: exampleInvitation,
});
export type Invitation = z.output<typeof invitationSchema>;

export const invitationsSchema = z
  .object({
    invitations: z.array(z.object({ person_id: z.string(), state, expires_at: invitedUntil, ...mail })),
  })
  .meta({
    id: 'Invitations',
    description: 'The invitations that have not been accepted yet, without their links, sorted by `expires_at`.',
    example: exampleInvitations,
  });
export type Invitations = z.output<typeof invitationsSchema>;

export const resetLinkSchema = z
  .object({
    expires_at: utcTime.meta({ description: 'When the link expires: one hour after its creation.' }),
    ...mail,
    link,
  })
  .meta({
    id: 'ResetLink',
    description: 'A link with which a person chooses a new password. It works once.',
    example: exampleResetLink,
  });
export type ResetLink = z.output<typeof resetLinkSchema>;

const deliver = z.strictObject({ deliver: z.enum(invitationDeliveries) });
const issue = { body: deliver, issuesSecret: 'link', errors: ['person_disabled', 'method_not_allowed'] } as const;
const access = { roles: adminRoles, hidden: true } as const;

export const listInvitations = operation('listInvitations', 'GET /invitations', {
  summary: 'List the invitations that have not been accepted yet',
  scope: 'people:read',
  ...access,
  response: invitationsSchema,
});

export const getInvitation = operation('getInvitation', 'GET /people/{person_id}/invitation', {
  description: '404 if the person has no invitation. Setting a password ends the invitation.',
  summary: 'Read the invitation of a person',
  scope: 'people:read',
  ...access,
  response: invitationSchema,
  errors: ['no_invitation'],
});

export const invitePerson = operation('invitePerson', 'PUT /people/{person_id}/invitation', {
  description:
    'Replaces an earlier link. `mail` returns the link instead if no mailbox sends mail, if outgoing mail is paused, or if the address belongs to the desk. For a disabled person, the response is 409. Accepting the invitation revokes all sessions and tokens of the person.',
  example: { deliver: 'mail' },
  summary: 'Invite a person',
  scope: 'people:write',
  ...access,
  ...issue,
  response: invitationSchema,
});

export const deleteInvitation = operation('deleteInvitation', 'DELETE /people/{person_id}/invitation', {
  description: 'The link stops working immediately.',
  summary: 'Withdraw the invitation of a person',
  scope: 'people:write',
  ...access,
  query: emptyResponseQuery,
  errors: ['no_invitation'],
});

export const createResetLink = operation('createResetLink', 'PUT /people/{person_id}/reset_link', {
  description:
    'Earlier links work until they expire or one of them is used. `mail` returns the link instead if no mailbox sends mail, if outgoing mail is paused, or if the address belongs to the desk. For a disabled person, the response is 409. The new password revokes all sessions and tokens of the person.',
  example: { deliver: 'link' },
  summary: 'Create a link with which a person chooses a new password',
  scope: 'people:write',
  ...access,
  ...issue,
  response: resetLinkSchema,
});
