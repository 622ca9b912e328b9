import { z } from 'zod';
import { largestMessageBytes, largestMessageFiles } from './attachments.ts';
import { formatByteSize } from './byte-size.ts';
import { secondFactorPolicies } from './enums.ts';
import { exampleSettings } from './examples.ts';
import { line, resourceSchema, withErrorName } from './fields.ts';
import { maxMailBytes } from './mails.ts';
import { adminRoles, allRoles, operation } from './operation.ts';

const [megabyte, gigabyte] = [1024 ** 2, 1024 ** 3];

/** The size of the largest upload, in bytes. An upload is a file or a mail. */
export const largestUploadBytes = Math.max(largestMessageBytes, maxMailBytes);

const bytes = (min: number, max: number) =>
  z
    .int()
    .min(min, withErrorName('out_of_range', `is less than ${formatByteSize(min)}`))
    .max(max, withErrorName('out_of_range', `is more than ${formatByteSize(max)}`));

const days = (max: number, min = 1) =>
  z
    .int()
    .min(min, withErrorName('out_of_range', min === 1 ? 'is less than 1 day' : `is less than ${min} days`))
    .max(max, withErrorName('out_of_range', `is more than ${max} days`));

/** How the desk presents itself, invites people, signs them in and sends mail. */
const deskFields = {
  desk_name: line(60, 1).meta({
    description: 'Shown in the web app, on sign-in pages and in mail about accounts and notifications.',
  }),
  default_mailbox_id: line(64).nullable().meta({
    description:
      'The mailbox that the web app chooses for new tickets. It also sends mail about notifications and, if it has a mail server, about accounts. If the id is null, or the mailbox is disabled, the oldest enabled mailbox is used.',
  }),
  outbound_paused: z.boolean().meta({
    description: '`true` holds back all mail to mail servers until it is `false` again. Captured mail is not affected.',
  }),
  invitation_days: days(30).meta({ description: 'The number of days for which the link of a new invitation works.' }),
  password_sign_in: z.boolean().meta({
    description:
      '`false` turns passwords and passkeys off for everyone who has an identity at an enabled provider. `SIGN_IN=password` in the environment, and `desk people set-password` for one person, turn them on again.',
  }),
  second_factor: z.enum(secondFactorPolicies).meta({
    description:
      'The people who must set up a second factor, at their next sign-in: administrators, or everyone. With `off`, it is optional.',
  }),
};

/** File limits. */
const limitFields = {
  max_file_bytes: bytes(megabyte, largestMessageBytes).meta({
    description: 'The size of one file, at most `max_message_bytes`.',
  }),
  max_message_bytes: bytes(megabyte, largestMessageBytes).meta({
    description: 'The size of all files of one message. In a mail, files are a third larger.',
  }),
  max_message_files: z
    .int()
    .min(1, withErrorName('out_of_range', 'is less than 1'))
    .max(largestMessageFiles, withErrorName('out_of_range', `is more than ${largestMessageFiles}`)),
  unattached_bytes: bytes(megabyte, 100 * gigabyte).meta({
    description: 'The size of all unattached files of a person.',
  }),
  storage_bytes: bytes(megabyte, 1024 ** 5)
    .nullable()
    .meta({
      description:
        'The size of all files and mails of the desk; null without a limit. Uploads that would exceed the limit get 413. Incoming mail is stored even above the limit.',
    }),
};

/** How long data is stored, in days. */
const retentionFields = {
  raw_mail_days: days(3650).meta({
    description:
      'The originals of incoming mail, counted from their arrival. The originals of held and failed mail are not deleted.',
  }),
  raw_delivery_days: days(3650).meta({
    description:
      'The raw copies of outgoing mail, counted from the time when the mail was sent, was cancelled or failed.',
  }),
  unattached_file_days: days(365).meta({ description: 'Unattached files: files that no message has.' }),
  audit_days: days(3650, 30).meta({ description: 'The entries of the audit log.' }),
  notification_days: days(365, 7).meta({ description: 'The notifications of all people, read or unread.' }),
};

export type Settings = z.output<z.ZodObject<typeof deskFields>> & {
  limits: z.output<z.ZodObject<typeof limitFields>>;
  retention: z.output<z.ZodObject<typeof retentionFields>>;
};

const groups = { limits: z.strictObject(limitFields), retention: z.strictObject(retentionFields) };

/** All writable members. */
export const settingsBody = z.strictObject({ ...deskFields, ...groups });

export const settingsSchema = resourceSchema({ ...deskFields, ...groups }).meta({
  id: 'Settings',
  description: 'How the desk works. A desk always has exactly one settings resource.',
  example: exampleSettings,
});
export type SettingsRepresentation = z.output<typeof settingsSchema>;

const changeBody = z
  .strictObject({ ...deskFields, limits: groups.limits.partial(), retention: groups.retention.partial() })
  .partial();
/** A change to some settings. */
export type SettingsChange = {
  [Name in keyof Settings]?: Settings[Name] extends object ? Partial<Settings[Name]> : Settings[Name];
};

export const getSettings = operation('getSettings', 'GET /settings', {
  summary: 'Read the settings of the desk',
  scope: null,
  roles: allRoles,
  response: settingsSchema,
});

export const updateSettings = operation('updateSettings', 'PATCH /settings', {
  description: 'Members of `limits` and `retention` are merged, so you can change a single member.',
  example: { limits: { storage_bytes: 10_737_418_240 } },
  summary: 'Update some settings of the desk (RFC 7396)',
  scope: 'settings:write',
  roles: adminRoles,
  body: changeBody,
  response: settingsSchema,
});
