import { z } from 'zod';
import { secondFactorKinds } from './enums.ts';
import { exampleAllSecondFactors, exampleSecondFactors } from './examples.ts';
import { utcTime } from './fields.ts';
import { emptyResponseQuery, outputParameters } from './list.ts';
import { adminRoles, allRoles, operation } from './operation.ts';

export const secondFactorsSchema = z
  .strictObject({
    second_factors: z.array(
      z.strictObject({
        kind: z.enum(secondFactorKinds).meta({
          description: '`totp` is an authenticator app (RFC 6238), `passkey` a WebAuthn credential.',
        }),
        name: z.string().nullable().meta({ description: 'The name of a passkey; null for an authenticator app.' }),
        created_at: utcTime,
        last_used_at: utcTime.meta({
          description:
            'The last sign-in with this factor, or with a recovery code in place of an authenticator app. Before the first sign-in, the same as `created_at`.',
        }),
        disabled_at: utcTime.nullable().meta({
          description: 'When a passkey was disabled, because its counter did not increase: it may have been copied.',
        }),
        unused_recovery_codes: z
          .int()
          .meta({ description: 'The number of unused codes of the person, the same for each factor.' }),
      }),
    ),
  })
  .meta({
    id: 'SecondFactors',
    description:
      'The second factors that a person uses after the password: at most one authenticator app, and any number of passkeys. A passkey also replaces the password.',
    example: exampleSecondFactors,
  });
export type SecondFactors = z.output<typeof secondFactorsSchema>;

export const allSecondFactorsSchema = z
  .strictObject({ second_factors: z.array(z.strictObject({ person_id: z.string(), kind: z.enum(secondFactorKinds) })) })
  .meta({
    id: 'AllSecondFactors',
    description: 'The second factors of all people. People without an entry sign in with one factor.',
    example: exampleAllSecondFactors,
  });
export type AllSecondFactors = z.output<typeof allSecondFactorsSchema>;

export const listSecondFactors = operation('listSecondFactors', 'GET /second_factors', {
  summary: 'List the second factors of all people',
  scope: 'people:read',
  roles: adminRoles,
  hidden: true,
  response: allSecondFactorsSchema,
});

export const getSecondFactors = operation('getSecondFactors', 'GET /people/{person_id}/second_factors', {
  description:
    'Returns your own second factors; administrators can read those of everyone. People set up second factors only on `/oauth/security`, after a recent sign-in, or during a sign-in. No token can set them up.',
  summary: 'Read the second factors of a person',
  scope: 'people:read',
  roles: allRoles,
  query: z.strictObject(outputParameters(Object.keys(secondFactorsSchema.shape))),
  response: secondFactorsSchema,
  errors: ['no_access'],
});

export const deleteSecondFactors = operation('deleteSecondFactors', 'DELETE /people/{person_id}/second_factors', {
  description:
    'For a lost phone. Removes all second factors, including passkeys, and the recovery codes. Revokes all sessions and tokens of the person. The person then signs in with the password only, or sets up a second factor if `second_factor` of the settings requires it.',
  summary: 'Reset the second factors of a person',
  scope: 'people:write',
  roles: adminRoles,
  query: emptyResponseQuery,
  errors: ['no_second_factor'],
});
