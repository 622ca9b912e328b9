import { z } from 'zod';
import { afterImports, authentications } from './enums.ts';
import { exampleConnection } from './examples.ts';
import { createBodySchema, line, resourceSchema, text, time, utcTime, withErrorName } from './fields.ts';
import { adminRoles, operation } from './operation.ts';

/** How a connection to a mail server is encrypted. `none` is allowed only for a server on this machine. */
export const securityModes = ['tls', 'starttls', 'none'] as const;

const host = line(255, 1).regex(
  /^[A-Za-z0-9._:-]+$/,
  withErrorName('invalid_format', 'is not a host name or IP address'),
);

/** Creates the writable members that SMTP and IMAP servers share. */
const createServerFields = (protocol: string, ports: { tls: number; starttls: number }) => ({
  host: host.meta({ description: `The host name or IP address of the ${protocol} server.` }),
  port: z.int().min(1).max(65_535),
  security: z.enum(securityModes).meta({
    description: `\`tls\` from the start (usually port ${ports.tls}), \`starttls\` (usually ${ports.starttls}), or \`none\`, only for a server on the machine of the desk.`,
  }),
  authentication: z.enum(authentications).meta({
    description: '`oauth` signs in with the token of the `authorization` instead of the password.',
  }),
});

/** The writable members of an SMTP server, without the password. */
const outboundFields = {
  ...createServerFields('SMTP', { tls: 465, starttls: 587 }),
  user: line(255, 1).nullable().meta({
    description: 'The user to sign in as. Null: no sign-in, or, with `oauth`, sign-in as the address of the mailbox.',
  }),
  max_connections: z.int().min(1).max(20),
  max_per_minute: z.int().min(1).max(10_000),
  plus_addressing: z.boolean().meta({
    description:
      '`true` if mail to `name+anything@…` arrives in this mailbox: replies from customers are then added to their tickets reliably.',
  }),
  bounce_addressing: z.boolean().meta({
    description:
      '`true` if mail to `bounce+anything@…` arrives here: each report of a failed delivery is then matched to its mail.',
  }),
};

const outboundDefaults = {
  authentication: 'password',
  user: null,
  max_connections: 2,
  max_per_minute: 60,
  plus_addressing: false,
  bounce_addressing: false,
} satisfies Partial<z.output<z.ZodObject<typeof outboundFields>>>;

const folder = line(255, 1);

/** The writable members of an IMAP server, without the password and `import_since`. */
const inboundFields = {
  ...createServerFields('IMAP', { tls: 993, starttls: 143 }),
  user: line(255, 1).meta({ description: 'The user to sign in as.' }),
  folder: folder.meta({ description: 'The folder whose mail is imported.' }),
  after_import: z.enum(afterImports).meta({
    description:
      'What happens to an imported mail on the server: `leave` changes nothing, `seen` marks it as read, `move` moves it to the folder `move_to`.',
  }),
  move_to: folder.nullable().meta({ description: 'The folder to which imported mail is moved, required with `move`.' }),
};

const importSince = {
  description:
    'Mail that arrived from this time on is imported. Mail that arrived before the connection was set up gets no automatic reply. Null: only new mail is imported.',
};

/** The inbound members as a client sends them. */
const writableInboundFields = { ...inboundFields, import_since: time.nullable().meta(importSince) };

const inboundDefaults = {
  authentication: 'password',
  folder: 'INBOX',
  after_import: 'leave',
  move_to: null,
  import_since: null,
} satisfies Partial<z.output<z.ZodObject<typeof writableInboundFields>>>;

const password = text(1024, 1).nullable().meta({
  format: 'password',
  writeOnly: true,
  description:
    'Never part of a response. If omitted, the password does not change. Null, a server without a user, or `authentication: oauth` removes the password.',
});

/** The read-only `password_set`, which a request body may repeat unchanged. */
const repeatedPasswordSet = z.unknown().optional().meta({ readOnly: true, type: 'boolean' });

const withoutReadOnly = <Value extends { password_set?: unknown }>({ password_set: _, ...writable }: Value) => writable;

const trustedAuthservId = line(255, 1).nullable().meta({
  description:
    'The name in the `Authentication-Results` header that your mail server adds. Null: no sender counts as verified.',
});

/** The password members of a PUT. */
const putPasswordMembers = { password: password.optional(), password_set: repeatedPasswordSet };

/** Writable members of a PUT. */
export const connectionFields = {
  inbound: createBodySchema({ ...writableInboundFields, ...putPasswordMembers }, inboundDefaults)
    .transform(withoutReadOnly)
    .nullable(),
  outbound: createBodySchema({ ...outboundFields, ...putPasswordMembers }, outboundDefaults)
    .transform(withoutReadOnly)
    .nullable(),
  trusted_authserv_id: trustedAuthservId,
};
/** Defaults of omitted members on PUT. */
export const connectionDefaults = { inbound: null, outbound: null, trusted_authserv_id: null };

const passwordSet = z.boolean().meta({ description: 'True if a password is stored.' });

export const connectionSchema = resourceSchema({
  inbound: z
    .strictObject({ ...inboundFields, import_since: utcTime.nullable().meta(importSince), password_set: passwordSet })
    .nullable()
    .meta({ description: 'The IMAP server whose mail is imported; null if there is no server.' }),
  outbound: z
    .strictObject({ ...outboundFields, password_set: passwordSet })
    .nullable()
    .meta({ description: 'The SMTP server that sends mail; null if there is no server.' }),
  trusted_authserv_id: trustedAuthservId,
}).meta({
  id: 'MailboxConnection',
  description: 'How a mailbox receives and sends mail. The connection has its own version.',
  example: exampleConnection,
});
export type MailboxConnection = z.output<typeof connectionSchema>;
/** The writable part of a connection; it contains a password only if the password changes. */
export type ConnectionDraft = z.output<z.ZodObject<typeof connectionFields>>;
export type InboundDraft = NonNullable<ConnectionDraft['inbound']>;
export type OutboundDraft = NonNullable<ConnectionDraft['outbound']>;

const secretAccess = { roles: adminRoles, hidden: true } as const;

export const getConnection = operation('getMailboxConnection', 'GET /mailboxes/{mailbox_id}/connection', {
  summary: 'Read the connection of a mailbox',
  scope: 'settings:read',
  ...secretAccess,
  response: connectionSchema,
});

export const replaceConnection = operation('replaceMailboxConnection', 'PUT /mailboxes/{mailbox_id}/connection', {
  description:
    'An omitted password does not change. If the `host` of a server with a password changes, send the password again. With `oauth`, another host requires a new sign-in, unless it is a known host of the provider.',
  example: {
    inbound: {
      host: 'imap.tallywright.example',
      port: 993,
      security: 'tls',
      user: 'support@tallywright.example',
      password: 'correct horse battery staple',
      after_import: 'move',
      move_to: 'Archive',
    },
    outbound: {
      host: 'smtp.tallywright.example',
      port: 465,
      security: 'tls',
      user: 'support@tallywright.example',
      password: 'correct horse battery staple',
    },
  },
  summary: 'Replace the connection of a mailbox',
  scope: 'settings:write',
  ...secretAccess,
  body: createBodySchema(connectionFields, connectionDefaults),
  response: connectionSchema,
});

/** The password members of a PATCH. */
const patchPasswordMembers = { password, password_set: repeatedPasswordSet };

export const updateConnection = operation('updateMailboxConnection', 'PATCH /mailboxes/{mailbox_id}/connection', {
  description: 'Members of `inbound` and `outbound` are merged, so you can change a single member.',
  example: { outbound: { password: 'correct horse battery staple' } },
  summary: 'Update some fields of the connection of a mailbox (RFC 7396)',
  scope: 'settings:write',
  ...secretAccess,
  body: z
    .strictObject({
      inbound: z
        .strictObject({ ...writableInboundFields, ...patchPasswordMembers })
        .partial()
        .transform(withoutReadOnly)
        .nullable(),
      outbound: z
        .strictObject({ ...outboundFields, ...patchPasswordMembers })
        .partial()
        .transform(withoutReadOnly)
        .nullable(),
      trusted_authserv_id: trustedAuthservId,
    })
    .partial(),
  response: connectionSchema,
});
