import { z } from 'zod';
import { attachmentIds, messageFileSchema } from './attachments.ts';
import { commonSortKeys, directions, messageFormats, messageTypes } from './enums.ts';
import { exampleMessage } from './examples.ts';
import {
  countSchema,
  createBodySchema,
  email,
  line,
  resourceSchema,
  text,
  time,
  updateBodySchema,
  utcTime,
  withErrorName,
} from './fields.ts';
import { listParameters, outputParameters, sortKeysParameter } from './list.ts';
import { agentRoles, allRoles, operation } from './operation.ts';

const addressee = z.strictObject({ name: line(255).default(''), email }).meta({ id: 'Addressee' });

/** The maximum number of recipients of one mail. */
export const maxRecipients = 50;

/** The maximum number of people whom one note mentions. */
const maxMentions = 20;

const addressees = (description: string) =>
  z
    .array(addressee)
    .max(maxRecipients, withErrorName('too_long', `has more than ${maxRecipients} recipients`))
    .meta({ description })
    .optional();

/** Writable members. Without an `author_name`, creation uses the name of the customer or the author. */
export const messageFields = {
  body: text(65_535, 1).meta({
    description:
      'Markdown, or text as it was written: see `format`. `![a photo](attachment:12)` shows a picture of `attachments`.',
  }),
  type: z.enum(messageTypes).meta({ description: 'A note is internal; a reply is to or from the customer.' }),
  direction: z.enum(directions).meta({ description: '`in` comes from the customer, `out` from the support team.' }),
  author_name: line(255, 1).nullable(),
  to: addressees(
    "The recipients of a reply, at most 50 together with `cc` and `bcc`. Omitted on POST: the ticket's customer, if the ticket has a mailbox.",
  ),
  cc: addressees('The recipients of a copy.'),
  bcc: addressees('The recipients of a copy whom the other recipients do not see.'),
  send_after: time.nullable().optional().meta({
    description:
      'When a reply is mailed, at most a year ahead. Null or a past time: immediately. 422 for a change after the mail is queued, or while it waits for a person: `PUT /deliveries/{delivery_id}/attempt` then sends it.',
  }),
  attachment_ids: attachmentIds.optional().meta({
    description:
      'The files of the message, within the limits of `GET /limits`. You can add only your own unattached files. A file that you remove from the list becomes your unattached file.',
  }),
  mentions: z
    .array(line(64, 1))
    .max(maxMentions, withErrorName('too_long', `has more than ${maxMentions} people`))
    .refine(ids => new Set(ids).size === ids.length, withErrorName('duplicate', 'repeats a person'))
    .meta({ description: 'The ids of the people whom a note mentions. They start to watch the ticket.' })
    .optional(),
};

/** Defaults of omitted members on POST and PUT. */
export const messageDefaults = {
  type: 'reply',
  direction: 'out',
  author_name: null,
  attachment_ids: [],
  mentions: [],
} satisfies Partial<z.output<z.ZodObject<typeof messageFields>>>;

const readOnly = {
  format: z.enum(messageFormats).meta({ description: '`text` for the plain text of an email, else `markdown`.' }),
  folded_lines: countSchema.meta({
    description: 'The number of lines at the end of `body` that contain a signature or quoted earlier mail.',
  }),
  automatic: z.boolean().meta({ description: 'True for mail from a program: an out-of-office reply, a bounce.' }),
  sender_known: z.boolean().meta({ description: 'False for mail from an address that was not on the ticket.' }),
  sender_verified: z.boolean().nullable().meta({
    description: 'Whether a mail server verified the sender; null if unknown, or if the message is not an email.',
  }),
  mail_id: z.string().nullable().meta({ description: 'The incoming mail of this message.' }),
  attachments: z.array(messageFileSchema).meta({ description: 'The files of `attachment_ids`, in this order.' }),
  ticket_id: z.string(),
  author_id: z.string(),
  delivery_id: z
    .string()
    .nullable()
    .meta({ description: 'The delivery of the reply; null if the message is not mailed.' }),
};

const recipients = z.array(z.strictObject({ name: z.string(), email }));

export const messageSchema = resourceSchema({
  ...messageFields,
  author_name: z.string(),
  ...{
    to: recipients,
    cc: recipients,
    bcc: recipients,
    send_after: utcTime.nullable(),
    attachment_ids: z.array(z.string()),
    mentions: z.array(z.string()),
  },
  ...readOnly,
}).meta({
  id: 'Message',
  description: "A message of a ticket's thread.",
  example: exampleMessage,
});
export type Message = z.output<typeof messageSchema>;
/** The writable part of a message. */
export type MessageDraft = z.output<z.ZodObject<typeof messageFields>>;

const names = Object.keys(messageSchema.shape);
const read = { scope: 'messages:read', roles: allRoles } as const;
const write = { scope: 'messages:write', roles: agentRoles } as const;

export const listMessages = operation('listMessages', 'GET /tickets/{ticket_id}/messages', {
  summary: "List a ticket's messages, oldest first",
  ...read,
  query: z.strictObject({ ...listParameters(names), sort: sortKeysParameter(commonSortKeys, 'created_at') }),
  response: z.array(messageSchema),
});

export const getMessage = operation('getMessage', 'GET /tickets/{ticket_id}/messages/{message_id}', {
  summary: 'Read a message',
  ...read,
  response: messageSchema,
});

export const createMessage = operation('createMessage', 'POST /tickets/{ticket_id}/messages', {
  description: 'A message from the customer (`direction: in`) reopens a pending or closed ticket.',
  example: { body: 'I have asked our bank; the second payment will be back **within three days**.' },
  summary: 'Add a reply or a note to a ticket',
  ...write,
  body: createBodySchema(messageFields, messageDefaults),
  response: messageSchema,
});

export const replaceMessage = operation('replaceMessage', 'PUT /tickets/{ticket_id}/messages/{message_id}', {
  example: { body: 'The second payment will be back within three days.', type: 'note' },
  summary: 'Replace a message, or create it under this id',
  ...write,
  body: createBodySchema(messageFields, messageDefaults),
  response: messageSchema,
});

export const updateMessage = operation('updateMessage', 'PATCH /tickets/{ticket_id}/messages/{message_id}', {
  example: { body: 'The second payment is back.' },
  summary: 'Update some fields of a message (RFC 7396)',
  ...write,
  body: updateBodySchema(messageFields),
  response: messageSchema,
});

export const deleteMessage = operation('deleteMessage', 'DELETE /tickets/{ticket_id}/messages/{message_id}', {
  summary: 'Delete a message permanently',
  ...write,
  query: z.strictObject(outputParameters(names)),
});
