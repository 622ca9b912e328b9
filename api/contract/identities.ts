import { z } from 'zod';
import { commonSortKeys } from './enums.ts';
import { exampleIdentity } from './examples.ts';
import { resourceSchema } from './fields.ts';
import { emptyResponseQuery, listParameters, sortKeysParameter } from './list.ts';
import { adminRoles, operation } from './operation.ts';

export const identitySchema = resourceSchema({
  person_id: z.string(),
  issuer: z.string().meta({ description: 'The issuer of the identity provider.' }),
  subject: z.string().meta({ description: 'The id of the account at the provider.' }),
  email: z.string().nullable().meta({
    description: 'The address of the account when it was linked; null if the provider did not send an address.',
  }),
}).meta({
  id: 'Identity',
  description: 'The account of a person at an identity provider. The person signs in with it.',
  example: exampleIdentity,
});
export type Identity = z.output<typeof identitySchema>;

const access = { roles: adminRoles, hidden: true } as const;

export const listIdentities = operation('listIdentities', 'GET /people/{person_id}/identities', {
  summary: 'List the linked identities of a person',
  scope: 'settings:read',
  ...access,
  query: z.strictObject({
    ...listParameters(Object.keys(identitySchema.shape)),
    sort: sortKeysParameter(commonSortKeys, 'created_at'),
  }),
  response: z.array(identitySchema),
});

export const getIdentity = operation('getIdentity', 'GET /people/{person_id}/identities/{identity_id}', {
  summary: 'Read a linked identity',
  scope: 'settings:read',
  ...access,
  response: identitySchema,
});

export const deleteIdentity = operation('deleteIdentity', 'DELETE /people/{person_id}/identities/{identity_id}', {
  description:
    'Revokes all sessions and tokens of the person. The next sign-in at the provider links the identity again if the rules of the provider allow it.',
  summary: 'Remove a linked identity',
  scope: 'settings:write',
  ...access,
  query: emptyResponseQuery,
});
