import { z } from 'zod';
import { lifetimeRanges, maxOverlapSeconds, maxRateLimit } from './client-limits.ts';
import { type ClientKind, clientKinds, commonSortKeys, scopes } from './enums.ts';
import { exampleClient, exampleClientSecret, exampleClientUsage } from './examples.ts';
import {
  countSchema,
  createBodySchema,
  line,
  resourceSchema,
  updateBodySchema,
  utcTime,
  withErrorName,
} from './fields.ts';
import { emptyResponseQuery, listParameters, sortKeysParameter } from './list.ts';
import { adminRoles, operation } from './operation.ts';
import { findRedirectUriProblem } from './redirect-uri.ts';

const wholeNumber = ({ min, max }: { min: number; max: number }) =>
  z
    .int()
    .min(min, withErrorName('out_of_range', `is less than ${min}`))
    .max(max, withErrorName('out_of_range', `is more than ${max}`));

const redirectUri = z
  .string()
  .max(2000, withErrorName('too_long', 'is longer than 2000 characters'))
  .superRefine((uri, context) => {
    const message = findRedirectUriProblem(uri);
    if (message !== null) context.addIssue({ code: 'custom', input: uri, message, params: { name: 'invalid_format' } });
  })
  .meta({ format: 'uri' });

const maxUris = 50;
const redirectUris = z.array(redirectUri).max(maxUris, withErrorName('too_long', `has more than ${maxUris} URIs`));

/** At least one scope. */
export const scopeList = z.array(z.enum(scopes)).min(1, withErrorName('too_short', 'is empty'));

const lifetimeFields = {
  access_token_seconds: wholeNumber(lifetimeRanges.access_token_seconds).meta({
    description: 'The lifetime of an access token.',
  }),
  refresh_idle_seconds: wholeNumber(lifetimeRanges.refresh_idle_seconds).meta({
    description: 'A refresh token expires after this time without use. At least `access_token_seconds`.',
  }),
  refresh_end_seconds: wholeNumber(lifetimeRanges.refresh_end_seconds).nullable().meta({
    description:
      'Refresh tokens expire this long after the sign-in, even if they are used; null without a limit. At least `access_token_seconds`.',
  }),
  refresh_grace_seconds: wholeNumber(lifetimeRanges.refresh_grace_seconds).meta({
    description: 'How long a used refresh token returns the same tokens again, in case the response was lost.',
  }),
};

const lifetimes = z.strictObject(lifetimeFields).meta({
  description:
    'The lifetimes of the tokens of the client. A change applies to new tokens. An implicit client has no refresh tokens.',
});
const someLifetimes = z.strictObject(lifetimeFields).partial();

/** Writable members. */
const clientFields = {
  name: line(100, 1)
    .refine(name => name.trim() !== '', withErrorName('too_short', 'is empty'))
    .meta({ description: 'Shown on the consent page.' }),
  redirect_uris: redirectUris.min(1, withErrorName('too_short', 'is empty')).meta({
    description: 'Requests must send one of these URIs exactly, including the port. Only https, or http on localhost.',
  }),
  post_logout_redirect_uris: redirectUris.meta({ description: 'The URIs to which a sign-out may redirect.' }),
  scopes: scopeList.meta({
    description: 'The scopes that the client may request. A removed scope is also removed from existing tokens.',
  }),
  rate_limit: wholeNumber({ min: 1, max: maxRateLimit }).nullable().meta({
    description: 'Requests per minute per person; null for the limit of the desk.',
  }),
};

const kind = z.enum(clientKinds).meta({
  description:
    'Only a `confidential` client has a secret. A `public` client uses PKCE. An `implicit` client gets the token in the URL (not recommended, RFC 9700 2.1.2).',
});

export const clientSchema = resourceSchema({
  client_id: z.string().meta({ description: 'The same as `id`.' }),
  kind,
  ...clientFields,
  lifetimes,
  built_in: z
    .boolean()
    .meta({ description: 'True for the web app and the API reference: only their `rate_limit` can change.' }),
  old_secret_ends_at: utcTime
    .nullable()
    .meta({ description: 'When the previous secret expires or expired; null without a previous secret.' }),
}).meta({
  id: 'Client',
  description: 'A program that signs people in with OAuth 2.0 and acts for them.',
  example: exampleClient,
});
export type Client = z.output<typeof clientSchema>;

const clientSecret = z.string().nullable().meta({
  description: 'Only in this response; null for a client without a secret, and for a repeated `Idempotency-Key`.',
});

const newClientSchema = clientSchema.extend({ client_secret: clientSecret }).meta({
  id: 'NewClient',
  description: 'A client with its secret.',
  example: { ...exampleClient, ...exampleClientSecret },
});
export type NewClient = z.output<typeof newClientSchema>;

const newSecretSchema = z
  .object({ client_secret: clientSecret, old_secret_ends_at: utcTime.nullable() })
  .meta({ id: 'ClientSecret', description: 'A new secret of a client.', example: exampleClientSecret });

const usageSchema = z
  .object({
    clients: z.array(
      z.strictObject({
        client_id: z.string(),
        people: countSchema.meta({ description: 'The number of people who granted access to the client.' }),
        last_used_at: utcTime.meta({ description: 'When the newest valid code or token of the client was issued.' }),
      }),
    ),
  })
  .meta({
    id: 'ClientUsage',
    description: 'The clients that have access, in no particular order.',
    example: exampleClientUsage,
  });
export type ClientUsage = z.output<typeof usageSchema>;

const newClientBody = createBodySchema(
  { ...clientFields, kind, lifetimes: someLifetimes },
  { post_logout_redirect_uris: [], rate_limit: null, kind: 'confidential', lifetimes: {} },
);

type Lifetimes = z.output<typeof lifetimes>;
/** The writable part of a client. */
export type ClientDraft = z.output<z.ZodObject<typeof clientFields>> & { lifetimes: Lifetimes };
/** A new client; omitted lifetimes have their defaults. */
export type NewClientDraft = Omit<ClientDraft, 'lifetimes'> & { kind: ClientKind; lifetimes: Partial<Lifetimes> };
/** A change to a client; members of `lifetimes` are merged. */
export type ClientDelta = Partial<Omit<ClientDraft, 'lifetimes'>> & { lifetimes?: Partial<Lifetimes> };

const rotation = z.strictObject({
  ends_in_seconds: wholeNumber({ min: 0, max: maxOverlapSeconds }).default(0).meta({
    description: 'How long the old secret stays valid, so that every process has time to switch.',
  }),
});
export type SecretRotation = z.output<typeof rotation>;

const access = { roles: adminRoles, hidden: true } as const;
const read = { ...access, scope: 'settings:read' } as const;
const write = { ...access, scope: 'settings:write' } as const;

export const listClients = operation('listClients', 'GET /clients', {
  summary: 'List the OAuth clients',
  ...read,
  query: z.strictObject({
    ...listParameters(Object.keys(clientSchema.shape)),
    sort: sortKeysParameter(commonSortKeys, '-created_at'),
  }),
  response: z.array(clientSchema),
});

export const getClientUsage = operation('getClientUsage', 'GET /client_usage', {
  description: 'Expired codes and tokens do not count, so a client that is missing here has no access.',
  summary: 'Read how many people use each client, and when it was last used',
  ...read,
  response: usageSchema,
});

export const getClient = operation('getClient', 'GET /clients/{client_id}', {
  summary: 'Read a client',
  ...read,
  response: clientSchema,
});

export const createClient = operation('createClient', 'POST /clients', {
  example: {
    name: 'Night Shift',
    redirect_uris: ['https://program.example/back'],
    scopes: ['tickets:read', 'tickets:write'],
  },
  summary: 'Register a client',
  ...write,
  body: newClientBody,
  response: newClientSchema,
  issuesSecret: 'client_secret',
});

export const updateClient = operation('updateClient', 'PATCH /clients/{client_id}', {
  description:
    'The `kind` cannot change. Members of `lifetimes` are merged, and apply to new tokens. Other changes apply from the next request on.',
  example: { rate_limit: 300, lifetimes: { access_token_seconds: 300 } },
  summary: 'Update some fields of a client (RFC 7396)',
  ...write,
  body: updateBodySchema({ ...clientFields, lifetimes: someLifetimes }),
  response: clientSchema,
});

export const rotateClientSecret = operation('rotateClientSecret', 'PUT /clients/{client_id}/secret', {
  description:
    'Only for `confidential` clients that are not built in. Only the replaced secret can stay valid; older secrets stop working.',
  example: { ends_in_seconds: 86_400 },
  summary: 'Replace the secret of a client',
  ...write,
  body: rotation,
  response: newSecretSchema,
  issuesSecret: 'client_secret',
  errors: ['method_not_allowed'],
});

export const deleteClient = operation('deleteClient', 'DELETE /clients/{client_id}', {
  description: 'Revokes the grants and tokens of the client immediately. A built-in client cannot be deleted.',
  summary: 'Delete a client',
  ...write,
  query: emptyResponseQuery,
  errors: ['method_not_allowed'],
});
