import { z } from 'zod';
import { scopes } from './enums.ts';
import { exampleGrant } from './examples.ts';
import { id, isText, utcTime, withErrorName } from './fields.ts';
import { emptyResponseQuery, listParameters, sortKeysParameter } from './list.ts';
import { adminRoles, operation } from './operation.ts';

/** A grant is not a full resource. It changes with its tokens, and has no version. */
export const grantSchema = z
  .object({
    id: z.string().meta({ description: 'The id is not a secret: it gives no access.' }),
    url: z.url(),
    person_id: z.string(),
    client_id: z.string(),
    scopes: z
      .array(z.enum(scopes))
      .meta({ description: 'The granted scopes, without scopes that the client may no longer request.' }),
    created_at: utcTime,
    last_used_at: utcTime.meta({ description: 'When the newest code or token of the grant was issued.' }),
    expires_at: utcTime.meta({
      description: 'When the last code or token of the grant expires. A refresh can postpone this time.',
    }),
  })
  .meta({
    id: 'Grant',
    description:
      'The access that a person granted to a client. Script tokens and sign-ins to the web app are not listed.',
    example: exampleGrant,
  });
export type Grant = z.output<typeof grantSchema>;

/** The maximum number of grants, or of script tokens, in a list. */
export const maxListedGrants = 1000;

const access = { roles: adminRoles, hidden: true } as const;
const write = { ...access, scope: 'settings:write' } as const;

export const listGrants = operation('listGrants', 'GET /grants', {
  description: `Lists which client acts for which person. Only the newest ${maxListedGrants} grants are listed; use the filters to see others.`,
  summary: 'List the grants of OAuth clients',
  ...access,
  scope: 'settings:read',
  query: z.strictObject({
    ...listParameters(Object.keys(grantSchema.shape)),
    sort: sortKeysParameter(['created_at'] as const, '-created_at'),
    person_id: id.optional().meta({ description: 'Only grants of this person.' }),
    client_id: z
      .string()
      .refine(isText, withErrorName('invalid_characters', 'contains a NUL or a lone surrogate'))
      .optional()
      .meta({ description: 'Only grants of this client.' }),
  }),
  response: z.array(grantSchema),
});

export const getGrant = operation('getGrant', 'GET /grants/{grant_id}', {
  summary: 'Read a grant',
  ...access,
  scope: 'settings:read',
  response: grantSchema,
  errors: ['no_grant'],
});

export const deleteGrant = operation('deleteGrant', 'DELETE /grants/{grant_id}', {
  description: 'The codes and tokens of the grant stop working immediately. Afterwards, its URL returns 404.',
  summary: 'Revoke a grant',
  ...write,
  query: emptyResponseQuery,
  errors: ['no_grant'],
});
