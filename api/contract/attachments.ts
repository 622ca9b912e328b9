import { z } from 'zod';
import { attachmentTypes, commonSortKeys, scanStates } from './enums.ts';
import { exampleAttachment, exampleLimits } from './examples.ts';
import { countSchema, id, resourceSchema, withErrorName } from './fields.ts';
import { commaList, listParameters, outputParameters, sortKeysParameter } from './list.ts';
import { agentRoles, allRoles, anyMediaType, operation } from './operation.ts';

/** The highest size limit, in bytes, for a file and for a message's files. In base64, 40 MB become 55 MB. */
export const largestMessageBytes = 40 * 1024 * 1024;

/** The highest limit for the number of files on a message. */
export const largestMessageFiles = 50;

/** The ids of the files of a message, in order. */
export const attachmentIds = z
  .array(id)
  .max(largestMessageFiles, withErrorName('too_long', `has more than ${largestMessageFiles} files`))
  .refine(ids => new Set(ids).size === ids.length, withErrorName('duplicate', 'repeats a file'));

const pixels = z.int().min(1).nullable();

const fileMembers = {
  name: z.string(),
  size: countSchema.meta({ description: 'In bytes.' }),
  sha256: z.string().meta({ description: 'The SHA-256 of the bytes in hex.' }),
  type: z.enum(attachmentTypes).meta({ description: 'The media type, detected from the first bytes.' }),
  declared_type: z.string().nullable().meta({
    description: 'The media type that the sender named. Used for outgoing mail only.',
  }),
  width: pixels.meta({ description: 'In pixels; null if the file is not a picture or its size is unknown.' }),
  height: pixels,
  inline: z.boolean().meta({
    description:
      'Whether a browser may show the file: a PNG, JPEG, GIF or WebP below 40 megapixels. Other files are only downloaded.',
  }),
};

/** A file as part of its message. It lacks `scan`, which can change without a new version of the message. */
export const messageFileSchema = z
  .object({ id: z.string(), url: z.url(), ...fileMembers })
  .meta({ id: 'MessageFile', description: 'A file on a message.' });
export type MessageFile = z.output<typeof messageFileSchema>;

export const attachmentSchema = resourceSchema({
  ...fileMembers,
  scan: z.enum(scanStates).meta({ description: '`off` if the desk does not scan files for viruses.' }),
  uploader_id: z.string().meta({
    description: 'The person who uploaded the file; after its removal from a message, the person who removed it.',
  }),
  ticket_id: z.string().nullable().meta({ description: 'Null until the file is on a message.' }),
  message_id: z.string().nullable(),
}).meta({
  id: 'Attachment',
  description:
    'A file. It belongs to its uploader until a message names it in `attachment_ids`. Without a message it is deleted after 30 days (a setting).',
  example: exampleAttachment,
});
export type Attachment = z.output<typeof attachmentSchema>;

const names = Object.keys(attachmentSchema.shape);
const read = { scope: 'messages:read', roles: allRoles } as const;
const write = { scope: 'messages:write', roles: agentRoles } as const;

export const listAttachments = operation('listAttachments', 'GET /attachments', {
  description: 'Lists the files on messages, and your own unattached files.',
  summary: 'List files, newest first',
  ...read,
  query: z.strictObject({
    ...listParameters(names),
    ticket_id: id.optional().meta({ description: 'Only files on this ticket.' }),
    message_id: id.optional().meta({ description: 'Only files on messages with this id.' }),
    scan: commaList(scanStates, 'Any of these scan states.').optional(),
    sort: sortKeysParameter(commonSortKeys, '-created_at'),
  }),
  response: z.array(attachmentSchema),
});

export const getAttachment = operation('getAttachment', 'GET /attachments/{attachment_id}', {
  description: "404 for another person's unattached file.",
  summary: 'Read the metadata of a file',
  ...read,
  response: attachmentSchema,
});

export const getAttachmentContent = operation('getAttachmentContent', 'GET /attachments/{attachment_id}/content', {
  description: 'The ETag is made from the SHA-256, so a client can resume a download with `Range` and `If-Range`.',
  summary: 'Download a file',
  ...read,
  query: z.strictObject({}),
  responseType: anyMediaType,
  errors: ['attachment_infected', 'attachment_not_scanned'],
});

export const createAttachment = operation('createAttachment', 'POST /attachments', {
  description:
    'The body is the file. `GET /limits` shows the limits of this desk: the size of a file, of all unattached files of a person, and of all files of the desk. A file is unattached while no message has it.',
  summary: 'Upload or copy a file',
  ...write,
  query: z.strictObject({
    ...outputParameters(names),
    name: z
      .string()
      .refine(value => [...value].length <= 255, withErrorName('too_long', 'is longer than 255 characters'))
      .optional()
      .meta({
        description:
          'The name, at most 255 characters. Path separators, control characters and direction overrides become `_`; an empty name, or a name of dots, becomes `file`.',
        maxLength: 255,
      }),
    copy_of: id.optional().meta({
      description: 'Copies a file that you may read, to use it on another message. Send no body.',
    }),
  }),
  bodyType: anyMediaType,
  errors: ['attachment_too_large', 'quota_exceeded', 'attachment_infected', 'attachment_not_scanned'],
  response: attachmentSchema,
});

export const deleteAttachment = operation('deleteAttachment', 'DELETE /attachments/{attachment_id}', {
  description:
    'Only the uploader can delete a file, and only while it is unattached. A file on a message is deleted with its message.',
  summary: 'Delete a file permanently',
  ...write,
  errors: ['attachment_in_use'],
  query: z.strictObject(outputParameters(names)),
});

const usage = z.strictObject({ used: countSchema, allowed: countSchema.nullable() });

export const limitsSchema = z
  .strictObject({
    max_file_bytes: countSchema.meta({ description: 'The size of one file.' }),
    max_message_bytes: countSchema.meta({ description: 'The size of all files of one message.' }),
    max_message_files: countSchema,
    unattached_bytes: usage.meta({ description: 'Your own unattached files.' }),
    storage_bytes: usage.meta({
      description: 'All files and mails of the desk; `allowed` is null if there is no limit.',
    }),
    scanned: z.boolean().meta({ description: 'Whether the desk scans files for viruses.' }),
  })
  .meta({ id: 'Limits', description: 'The file limits.', example: exampleLimits });
export type Limits = z.output<typeof limitsSchema>;

export const getLimits = operation('getLimits', 'GET /limits', {
  summary: 'Read the file limits',
  scope: null,
  roles: allRoles,
  query: z.strictObject(outputParameters(Object.keys(limitsSchema.shape))),
  response: limitsSchema,
});
