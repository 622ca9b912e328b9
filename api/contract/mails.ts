import { z } from 'zod';
import { commonSortKeys, mailReasons, mailStates, processingKinds } from './enums.ts';
import { exampleMail } from './examples.ts';
import { countSchema, createBodySchema, email, id, line, resourceSchema, utcTime } from './fields.ts';
import { commaList, listParameters, outputParameters, sortKeysParameter } from './list.ts';
import { agentRoles, allRoles, operation } from './operation.ts';

/** The media type of a mail (RFC 5322). */
export const mailMediaType = 'message/rfc822';

/** The media type of a mail as its sender designed it. */
export const documentMediaType = 'text/html';

/** The size of the largest accepted mail, in bytes. */
export const maxMailBytes = 25 * 1024 * 1024;

const mailAddress = z.strictObject({ name: z.string(), email: z.string() });

const mailFile = z.strictObject({
  name: z.string(),
  type: z.string().meta({ description: 'The media type that the sender names.' }),
  size: countSchema.meta({ description: 'In bytes.' }),
});

export const mailSchema = resourceSchema({
  mailbox_id: z.string(),
  state: z.enum(mailStates).meta({
    description: '`held` and `failed` mail waits for a person. `ignored` mail changed nothing.',
  }),
  reason: z.enum(mailReasons).nullable().meta({ description: 'Why the mail is held, failed or ignored.' }),
  envelope_from: z
    .string()
    .nullable()
    .meta({ description: 'The sender that the mail server named; empty for a bounce.' }),
  envelope_to: z.string().nullable(),
  size: countSchema.meta({ description: 'In bytes.' }),
  message_id_header: z.string().nullable().meta({ description: 'The Message-ID, without brackets.' }),
  from: mailAddress.nullable().meta({ description: 'The sender; null if missing, or until the mail is processed.' }),
  reply_to: z.array(mailAddress),
  to: z.array(mailAddress),
  cc: z.array(mailAddress),
  subject: z.string().nullable().meta({ description: 'Null until the mail is processed.' }),
  date: utcTime.nullable().meta({ description: 'The time in the Date header, which the sender sets.' }),
  files: z.array(mailFile).meta({ description: 'The files of the mail. Their bytes are in the raw mail.' }),
  ticket_id: z.string().nullable().meta({ description: 'The ticket of the mail; null unless the mail is processed.' }),
  message_id: z
    .string()
    .nullable()
    .meta({ description: 'The message that was created from the mail; null unless the mail is processed.' }),
}).meta({
  id: 'Mail',
  description: 'An incoming email. Everything that its sender wrote may be forged.',
  example: exampleMail,
});
export type Mail = z.output<typeof mailSchema>;

const processingFields = {
  as: z.enum(processingKinds).meta({
    description:
      '`automatic` applies the rules for new mail again. `new_ticket` creates a ticket, and `ticket` adds the mail to `ticket_id`, whatever the reason why the mail was held. `plain_ticket` creates a ticket that does not show the text of the mail: the original is attached.',
  }),
  ticket_id: id.nullable().meta({ description: 'Only with `ticket`.' }),
};

const processingSchema = createBodySchema(processingFields, { ticket_id: null });
export type MailProcessing = z.output<typeof processingSchema>;

const names = Object.keys(mailSchema.shape);
const read = { scope: 'messages:read', roles: allRoles } as const;
const write = { scope: 'messages:write', roles: agentRoles } as const;

export const listMails = operation('listMails', 'GET /mails', {
  summary: 'List incoming mail, newest first',
  ...read,
  query: z.strictObject({
    ...listParameters(names),
    state: commaList(mailStates, 'Any of these states.').optional(),
    reason: commaList(mailReasons, 'Any of these reasons.').optional(),
    mailbox_id: id.optional().meta({ description: 'Only mail of this mailbox.' }),
    ticket_id: id.optional().meta({ description: 'Only mail on this ticket.' }),
    sort: sortKeysParameter(commonSortKeys, '-created_at'),
  }),
  response: z.array(mailSchema),
});

export const getMail = operation('getMail', 'GET /mails/{mail_id}', {
  summary: 'Read an incoming mail',
  ...read,
  response: mailSchema,
});

export const getRawMail = operation('getRawMail', 'GET /mails/{mail_id}/raw', {
  description: 'Returns the bytes of the mail as they arrived. They are stored for 90 days (a setting).',
  summary: 'Read the source of an incoming mail',
  ...read,
  query: z.strictObject({}),
  responseType: mailMediaType,
});

export const getOriginalMail = operation('getOriginalMail', 'GET /mails/{mail_id}/original', {
  description:
    'Returns the HTML of the mail without scripts, forms and other active content. Show it in a sandboxed frame. Embedded pictures are part of the document. `HEAD` returns the headers only.',
  summary: 'Read a mail as its sender designed it',
  ...read,
  query: z.strictObject({
    images: z.enum(['none', 'remote']).optional().meta({
      description:
        'With `remote`, the document loads pictures from other servers; these servers can then detect that the mail is read.',
    }),
  }),
  responseType: documentMediaType,
});

export const receiveMail = operation('receiveMail', 'POST /mailboxes/{mailbox_id}/mails', {
  description: `The body is the whole mail, at most 25 MB. It is stored before the response and processed afterwards. Sending the same bytes again returns the same mail with 200.`,
  summary: 'Add an incoming mail to a mailbox',
  scope: 'mail:write',
  roles: agentRoles,
  query: z.strictObject({
    ...outputParameters(names),
    envelope_from: z
      .union([z.literal(''), email])
      .optional()
      .meta({ description: 'The sender that the mail server names; empty for a bounce.' }),
    envelope_to: line(254, 1).optional().meta({ description: 'The recipient that the mail server names.' }),
  }),
  bodyType: mailMediaType,
  errors: ['mailbox_disabled'],
  response: mailSchema,
});

export const processMail = operation('processMail', 'PUT /mails/{mail_id}/processing', {
  description:
    'For mail that is held, failed or ignored. It is processed soon after the response. 410 for ignored mail whose bytes were deleted.',
  example: { as: 'new_ticket' },
  summary: 'Process a mail again',
  ...write,
  errors: ['mail_processed', 'gone'],
  body: processingSchema,
  response: mailSchema,
});

export const deleteMail = operation('deleteMail', 'DELETE /mails/{mail_id}', {
  description: 'Only for mail that is not on a ticket. This also deletes the bytes of the mail.',
  summary: 'Discard a mail permanently',
  ...write,
  errors: ['mail_processed'],
  query: z.strictObject(outputParameters(names)),
});
