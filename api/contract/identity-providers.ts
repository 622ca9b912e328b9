import { z } from 'zod';
import { autoCreateRoles, commonSortKeys } from './enums.ts';
import { exampleIdentityProvider } from './examples.ts';
import { createBodySchema, line, resourceSchema, secureUrl, text, updateBodySchema, withErrorName } from './fields.ts';
import { emptyResponseQuery, listParameters, sortKeysParameter } from './list.ts';
import { adminRoles, operation } from './operation.ts';

const domain = line(253, 1).regex(
  /^[a-z0-9-]+(\.[a-z0-9-]+)+$/,
  withErrorName('invalid_format', 'is not a domain in lower case, such as example.com'),
);

/** Normalizes an issuer. Its scheme and host become lower case. Removes the slash of an empty path. */
const normalizeIssuer = (issuer: string): string =>
  issuer.replace(/^https?:\/\/[^/]+/i, origin => origin.toLowerCase()).replace(/^(https?:\/\/[^/]+)\/$/, '$1');

/** Writable members. */
export const identityProviderFields = {
  name: line(100, 1).meta({ description: 'Shown on the sign-in page: “Continue with …”.' }),
  issuer: secureUrl.overwrite(normalizeIssuer).meta({
    description: 'The address before `/.well-known/openid-configuration`. No other provider may have it.',
  }),
  client_id: line(512, 1).meta({ description: 'The client that you registered at the provider.' }),
  domains: z
    .array(domain)
    .max(100, withErrorName('too_long', 'has more than 100 domains'))
    .refine(domains => new Set(domains).size === domains.length, withErrorName('duplicate', 'repeats a domain'))
    .meta({ description: 'Only people with an email address in these domains are linked or created automatically.' }),
  trust_unverified_email: z.boolean().meta({
    description:
      '`true` also trusts an address if the provider does not report whether it is verified. Some providers never report this.',
  }),
  auto_create: z
    .strictObject({ role: z.enum(autoCreateRoles) })
    .nullable()
    .meta({ description: 'The role of people who are created when they first sign in; null to create no people.' }),
  trust_mfa: z.boolean().meta({
    description: '`true` skips the second factor if the provider reports `mfa` in `amr`.',
  }),
  enabled: z.boolean().meta({ description: '`false` removes the provider from the sign-in page.' }),
};

/** Defaults of omitted members on POST and PUT. */
export const identityProviderDefaults = {
  domains: [],
  trust_unverified_email: false,
  auto_create: null,
  trust_mfa: false,
  enabled: true,
} satisfies Partial<z.output<z.ZodObject<typeof identityProviderFields>>>;

const clientSecret = text(2048, 1).nullable().optional().meta({
  format: 'password',
  writeOnly: true,
  description: 'Never part of a response. If omitted, the secret does not change; null removes it.',
});
const writable = { ...identityProviderFields, client_secret: clientSecret };

export const identityProviderSchema = resourceSchema({
  ...identityProviderFields,
  client_secret_set: z.boolean().meta({ description: 'True if a client secret is stored.' }),
  redirect_uri: z.url().meta({ description: 'The redirect URI to register at the provider.' }),
}).meta({
  id: 'IdentityProvider',
  description: 'An OpenID Connect provider with which people sign in.',
  example: exampleIdentityProvider,
});
export type IdentityProvider = z.output<typeof identityProviderSchema>;
/** The writable part; it contains the client secret only if the secret changes. */
export type IdentityProviderDraft = z.output<z.ZodObject<typeof writable>>;

export const identityProviderCheckSchema = z
  .strictObject({
    state: z.enum(['ok', 'failed']),
    response: z.string().nullable().meta({
      description: 'The authorization endpoint of the provider; if the check failed, the error, such as `HTTP 404`.',
    }),
    advice: z.string().nullable().meta({ description: 'Human-readable: what to do; null without a problem.' }),
    redirect_uri: identityProviderSchema.shape.redirect_uri,
  })
  .meta({
    id: 'IdentityProviderCheck',
    description: 'The result of the discovery of a provider.',
    example: {
      state: 'failed',
      response: 'HTTP 404',
      advice: 'Check the issuer: it is the address before /.well-known/openid-configuration.',
      redirect_uri: exampleIdentityProvider.redirect_uri,
    },
  });
export type IdentityProviderCheck = z.output<typeof identityProviderCheckSchema>;

const read = { scope: 'settings:read', roles: adminRoles, hidden: true } as const;
const write = { scope: 'settings:write', roles: adminRoles, hidden: true } as const;
const example = {
  name: exampleIdentityProvider.name,
  issuer: exampleIdentityProvider.issuer,
  client_id: 'stardesk',
  client_secret: 'a client secret',
  domains: exampleIdentityProvider.domains,
};

export const listIdentityProviders = operation('listIdentityProviders', 'GET /identity_providers', {
  summary: 'List the identity providers',
  ...read,
  query: z.strictObject({
    ...listParameters(Object.keys(identityProviderSchema.shape)),
    sort: sortKeysParameter(commonSortKeys, 'created_at'),
  }),
  response: z.array(identityProviderSchema),
});

export const getIdentityProvider = operation('getIdentityProvider', 'GET /identity_providers/{identity_provider_id}', {
  summary: 'Read an identity provider',
  ...read,
  response: identityProviderSchema,
});

export const createIdentityProvider = operation('createIdentityProvider', 'POST /identity_providers', {
  description: 'Afterwards, register the `redirect_uri` at the provider.',
  example,
  summary: 'Add an identity provider',
  ...write,
  body: createBodySchema(writable, identityProviderDefaults),
  response: identityProviderSchema,
});

export const replaceIdentityProvider = operation(
  'replaceIdentityProvider',
  'PUT /identity_providers/{identity_provider_id}',
  {
    description: 'If the issuer or the client changes, send the client secret again.',
    example,
    summary: 'Replace an identity provider, or add it under this id',
    ...write,
    body: createBodySchema(writable, identityProviderDefaults),
    response: identityProviderSchema,
  },
);

export const updateIdentityProvider = operation(
  'updateIdentityProvider',
  'PATCH /identity_providers/{identity_provider_id}',
  {
    description: 'If the issuer or the client changes, send the client secret again.',
    example: { enabled: false },
    summary: 'Update some fields of an identity provider (RFC 7396)',
    ...write,
    body: updateBodySchema(writable),
    response: identityProviderSchema,
  },
);

export const deleteIdentityProvider = operation(
  'deleteIdentityProvider',
  'DELETE /identity_providers/{identity_provider_id}',
  {
    description:
      'People can no longer sign in with the provider. Linked identities work again once a provider with the same issuer is added.',
    summary: 'Delete an identity provider permanently',
    ...write,
    query: emptyResponseQuery,
  },
);

export const checkIdentityProvider = operation(
  'checkIdentityProvider',
  'PUT /identity_providers/{identity_provider_id}/check',
  {
    description: 'Loads the configuration of the provider from its issuer (OpenID Connect Discovery).',
    example: {},
    summary: 'Check whether an identity provider can be reached',
    ...write,
    body: z.strictObject({}),
    response: identityProviderCheckSchema,
  },
);
