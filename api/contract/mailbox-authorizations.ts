import { z } from 'zod';
import { authorizationProviders, authorizationStates } from './enums.ts';
import { exampleAuthorization } from './examples.ts';
import { createBodySchema, line, resourceSchema, secureUrl, text, utcTime, withErrorName } from './fields.ts';
import { emptyResponseQuery } from './list.ts';
import { adminRoles, operation } from './operation.ts';

const endpoint = secureUrl.nullable();

/** Writable members. */
const authorizationFields = {
  provider: z
    .enum(authorizationProviders)
    .nullable()
    .meta({ description: '`custom` is a provider whose endpoints you set. Null: the mailbox uses passwords.' }),
  client_id: line(512, 1).nullable().meta({ description: 'The client that you registered at the provider.' }),
  tenant: line(128, 1)
    .regex(/^[A-Za-z0-9.-]+$/, withErrorName('invalid_format', 'must contain only A-Z a-z 0-9 . -'))
    .nullable()
    .meta({ description: 'Only for `microsoft`: the directory; null for `common`.' }),
  authorization_endpoint: endpoint.meta({ description: 'Only for `custom`.' }),
  token_endpoint: endpoint.meta({ description: 'Only for `custom`.' }),
  scope: line(1024, 1).nullable().meta({ description: 'Only for `custom`: scopes, separated by spaces.' }),
};

/** Defaults of omitted members on PUT. */
export const authorizationDefaults = {
  client_id: null,
  tenant: null,
  authorization_endpoint: null,
  token_endpoint: null,
  scope: null,
};

const clientSecret = text(2048, 1).nullable().meta({
  format: 'password',
  writeOnly: true,
  description: 'Never part of a response. If omitted, the secret does not change; null removes it.',
});

export const authorizationSchema = resourceSchema({
  ...authorizationFields,
  client_secret_set: z.boolean().meta({ description: 'True if a client secret is stored.' }),
  redirect_uri: z.url().meta({ description: 'The redirect URI to register at the provider.' }),
  authorize_url: z.url().nullable().meta({
    description:
      'The URL that an administrator opens in the browser to sign in at the provider. Null without a provider.',
  }),
  state: z.enum(authorizationStates).meta({
    description:
      '`none` without a provider, `pending` until an administrator signs in, `expired` once the provider rejects the sign-in or the mail server changes.',
  }),
  since: utcTime,
  error: z
    .string()
    .nullable()
    .meta({ description: 'Human-readable: why the authorization does not work; null without a problem.' }),
}).meta({
  id: 'MailboxAuthorization',
  description:
    'How a mailbox signs in with Google, Microsoft or another provider. The authorization has its own version.',
  example: exampleAuthorization,
});
export type MailboxAuthorization = z.output<typeof authorizationSchema>;

const replaceBody = createBodySchema(
  { ...authorizationFields, client_secret: clientSecret.optional() },
  authorizationDefaults,
);
/** The writable part; it contains the client secret only if the secret changes. */
export type AuthorizationDraft = z.output<typeof replaceBody>;

const access = { roles: adminRoles, hidden: true } as const;

export const getAuthorization = operation('getMailboxAuthorization', 'GET /mailboxes/{mailbox_id}/authorization', {
  summary: 'Read the authorization of a mailbox',
  scope: 'settings:read',
  ...access,
  response: authorizationSchema,
});

export const replaceAuthorization = operation(
  'replaceMailboxAuthorization',
  'PUT /mailboxes/{mailbox_id}/authorization',
  {
    description:
      'Open `authorize_url` in the browser afterwards. If the provider or the client changes, send the client secret again; a new sign-in is then required.',
    example: { provider: 'google', client_id: '1042.apps.googleusercontent.example', client_secret: 'a client secret' },
    summary: 'Replace the authorization of a mailbox',
    scope: 'settings:write',
    ...access,
    body: replaceBody,
    response: authorizationSchema,
  },
);

export const deleteAuthorization = operation(
  'deleteMailboxAuthorization',
  'DELETE /mailboxes/{mailbox_id}/authorization',
  {
    description:
      'Has the effect of a PUT without a provider. Succeeds even if no provider is set. Removes the stored tokens; revoke the access at the provider too.',
    summary: 'Remove the authorization of a mailbox',
    scope: 'settings:write',
    ...access,
    hasVersion: true,
    query: emptyResponseQuery,
  },
);
