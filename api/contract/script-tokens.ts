import { z } from 'zod';
import { defaultTokenDays, maxTokenDays } from './client-limits.ts';
import { scopeList } from './clients.ts';
import { exampleScriptToken } from './examples.ts';
import { createBodySchema, id, line, resourceSchema, utcTime, withErrorName } from './fields.ts';
import { maxListedGrants } from './grants.ts';
import { emptyResponseQuery, listParameters, sortKeysParameter } from './list.ts';
import { adminRoles, operation } from './operation.ts';

/** The purpose of a token. */
export const scriptTokenName = line(100, 1);

const tokenFields = {
  person_id: id.meta({ description: 'The person for whom the token acts. Their role limits its rights.' }),
  name: scriptTokenName.meta({
    description: 'The purpose of the token. The person sees it among their connected apps.',
  }),
  scopes: scopeList,
};

export const scriptTokenSchema = resourceSchema({ ...tokenFields, expires_at: utcTime }).meta({
  id: 'ScriptToken',
  description: 'An access token that acts for a person without a sign-in. It never changes.',
  example: exampleScriptToken,
});
export type ScriptToken = z.output<typeof scriptTokenSchema>;

const newScriptTokenSchema = scriptTokenSchema
  .extend({
    token: z.string().nullable().meta({
      description: 'The token. Only in this response; null for a repeated `Idempotency-Key`.',
    }),
  })
  .meta({
    id: 'NewScriptToken',
    description: 'A script token with its secret.',
    example: { ...exampleScriptToken, token: 'PjX0ttK9…' },
  });
export type NewScriptToken = z.output<typeof newScriptTokenSchema>;

const days = z
  .int()
  .min(1, withErrorName('out_of_range', 'is less than 1 day'))
  .max(maxTokenDays, withErrorName('out_of_range', `is more than ${maxTokenDays} days`))
  .meta({ description: 'Days until the token expires.' });

const newScriptTokenBody = createBodySchema({ ...tokenFields, days }, { days: defaultTokenDays });
export type ScriptTokenDraft = z.output<typeof newScriptTokenBody>;

const access = { roles: adminRoles, hidden: true } as const;
const read = { ...access, scope: 'settings:read' } as const;
const write = { ...access, scope: 'settings:write' } as const;

export const listScriptTokens = operation('listScriptTokens', 'GET /script_tokens', {
  description: `Lists only valid tokens, at most the newest ${maxListedGrants}.`,
  summary: 'List the script tokens',
  ...read,
  query: z.strictObject({
    ...listParameters(Object.keys(scriptTokenSchema.shape)),
    sort: sortKeysParameter(['created_at'] as const, '-created_at'),
    person_id: id.optional().meta({ description: 'Only tokens of this person.' }),
  }),
  response: z.array(scriptTokenSchema),
});

export const getScriptToken = operation('getScriptToken', 'GET /script_tokens/{script_token_id}', {
  summary: 'Read a script token',
  ...read,
  response: scriptTokenSchema,
  errors: ['no_script_token'],
});

export const createScriptToken = operation('createScriptToken', 'POST /script_tokens', {
  example: { person_id: '2', name: 'Nightly export', scopes: ['tickets:read'], days: 90 },
  summary: 'Create a script token',
  ...write,
  body: newScriptTokenBody,
  response: newScriptTokenSchema,
  issuesSecret: 'token',
});

export const deleteScriptToken = operation('deleteScriptToken', 'DELETE /script_tokens/{script_token_id}', {
  description: 'The token stops working immediately. Afterwards, its URL returns 404.',
  summary: 'Revoke a script token',
  ...write,
  query: emptyResponseQuery,
  errors: ['no_script_token'],
});
