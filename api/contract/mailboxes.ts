import { z } from 'zod';
import { commonSortKeys, connectionStates, transports } from './enums.ts';
import { exampleMailbox, exampleMailboxStatuses } from './examples.ts';
import {
  countSchema,
  createBodySchema,
  email,
  line,
  resourceSchema,
  text,
  updateBodySchema,
  utcTime,
  withErrorName,
} from './fields.ts';
import { listParameters, outputParameters, sortKeysParameter } from './list.ts';
import { adminRoles, allRoles, operation } from './operation.ts';
import { acknowledgementPlaceholders, knownPlaceholders, signaturePlaceholders } from './placeholders.ts';
import { ticketFields } from './tickets.ts';

export const maxMailboxes = 50;

const areDistinct = (addresses: readonly string[]): boolean =>
  new Set(addresses.map(address => address.toLowerCase())).size === addresses.length;

/** Writable members. */
export const mailboxFields = {
  name: line(255, 1).meta({ description: 'The name that customers see as the sender.' }),
  address: email.meta({ description: 'Unique among the addresses and aliases of all mailboxes, ignoring case.' }),
  aliases: z
    .array(email)
    .max(50, withErrorName('too_long', 'has more than 50 addresses'))
    .refine(areDistinct, withErrorName('duplicate', 'repeats an address'))
    .meta({ description: 'Additional addresses whose mail belongs to this mailbox.' }),
  enabled: z.boolean().meta({ description: '`false` stops incoming and outgoing mail.' }),
  transport: z.enum(transports).meta({
    description: '`capture` stores outgoing mail in the desk. `smtp` sends it through the server of the connection.',
  }),
  signature: text(10_000)
    .refine(...knownPlaceholders(signaturePlaceholders))
    .meta({ description: 'Markdown below each reply, with placeholders like `{agent name}`.' }),
  default_assignee_id: line(64).nullable().meta({ description: 'The person to whom new tickets are assigned.' }),
  default_tags: ticketFields.tags.meta({ description: 'The tags of new tickets.' }),
  subject_threading: z.boolean().meta({
    description:
      '`true` adds mail with `[#1042]` in the subject to ticket 1042 if the sender is already on that ticket.',
  }),
  new_ticket_after_days: z.int().min(1).max(3650).meta({
    description: 'Mail for a ticket that has been closed for more than this number of days starts a new ticket.',
  }),
  acknowledgement: text(10_000, 1)
    .refine(...knownPlaceholders(acknowledgementPlaceholders))
    .nullable()
    .meta({ description: 'The automatic first answer to a new ticket, as Markdown; null if no answer is sent.' }),
};

/** Defaults of omitted members on POST and PUT. */
export const mailboxDefaults = {
  aliases: [],
  enabled: true,
  transport: 'capture',
  signature: '',
  default_assignee_id: null,
  default_tags: [],
  subject_threading: false,
  new_ticket_after_days: 30,
  acknowledgement: null,
} satisfies Partial<z.output<z.ZodObject<typeof mailboxFields>>>;

export const mailboxSchema = resourceSchema({
  ...mailboxFields,
  person_id: z.string().meta({ description: 'The person of the kind `mailbox` who is the author of incoming mail.' }),
}).meta({
  id: 'Mailbox',
  description: 'An email address of the desk.',
  example: exampleMailbox,
});
export type Mailbox = z.output<typeof mailboxSchema>;
/** The writable part of a mailbox. */
export type MailboxDraft = z.output<z.ZodObject<typeof mailboxFields>>;

const directionStatus = z.strictObject({
  state: z.enum(connectionStates),
  since: utcTime,
  error: z.string().nullable().meta({ description: 'Human-readable: why the mailbox is paused or fails.' }),
});

export const mailboxStatusesSchema = z
  .strictObject({
    statuses: z.array(
      z.strictObject({
        mailbox_id: z.string(),
        inbound: directionStatus,
        outbound: directionStatus,
        last_mail_at: utcTime.nullable().meta({ description: 'When the last mail arrived.' }),
        waiting_deliveries: countSchema.meta({ description: 'The number of mails that are queued or being sent.' }),
      }),
    ),
    outbound_paused: z
      .boolean()
      .meta({ description: 'Whether an administrator has paused the outgoing mail of all mailboxes.' }),
    problems: z
      .strictObject({ incoming: countSchema, outgoing: countSchema })
      .meta({ description: 'How many incoming mails are held or failed, and how many deliveries are a `problem`.' }),
  })
  .meta({
    id: 'MailboxStatuses',
    description:
      'The status of each mailbox, the oldest mailbox first. A new status does not change the version of the mailbox.',
    example: exampleMailboxStatuses,
  });
export type MailboxStatuses = z.output<typeof mailboxStatusesSchema>;

const names = Object.keys(mailboxSchema.shape);
const read = { scope: 'tickets:read', roles: allRoles } as const;
const write = { scope: 'settings:write', roles: adminRoles } as const;

export const listMailboxes = operation('listMailboxes', 'GET /mailboxes', {
  summary: 'List the mailboxes',
  ...read,
  query: z.strictObject({ ...listParameters(names), sort: sortKeysParameter(commonSortKeys, 'created_at') }),
  response: z.array(mailboxSchema),
});

export const listMailboxStatuses = operation('listMailboxStatuses', 'GET /mailbox_statuses', {
  summary: 'List the statuses of the mailboxes',
  ...read,
  query: z.strictObject(outputParameters(Object.keys(mailboxStatusesSchema.shape))),
  response: mailboxStatusesSchema,
});

export const getMailbox = operation('getMailbox', 'GET /mailboxes/{mailbox_id}', {
  summary: 'Read a mailbox',
  ...read,
  response: mailboxSchema,
});

export const createMailbox = operation('createMailbox', 'POST /mailboxes', {
  description: `Outgoing mail is captured until \`transport\` is \`smtp\`. A desk has at most ${maxMailboxes} mailboxes.`,
  example: { name: 'Tallywright Support', address: 'support@tallywright.example' },
  summary: 'Create a mailbox',
  ...write,
  body: createBodySchema(mailboxFields, mailboxDefaults),
  response: mailboxSchema,
});

export const replaceMailbox = operation('replaceMailbox', 'PUT /mailboxes/{mailbox_id}', {
  example: {
    name: 'Tallywright Support',
    address: 'support@tallywright.example',
    aliases: ['help@tallywright.example'],
    signature: '{agent name}\nTallywright Support',
  },
  summary: 'Replace a mailbox, or create it under this id',
  ...write,
  body: createBodySchema(mailboxFields, mailboxDefaults),
  response: mailboxSchema,
});

export const updateMailbox = operation('updateMailbox', 'PATCH /mailboxes/{mailbox_id}', {
  description: '`transport` can be `smtp` once the connection has an `outbound` server.',
  example: { transport: 'smtp' },
  summary: 'Update some fields of a mailbox (RFC 7396)',
  ...write,
  body: updateBodySchema(mailboxFields),
  response: mailboxSchema,
});

export const deleteMailbox = operation('deleteMailbox', 'DELETE /mailboxes/{mailbox_id}', {
  description: 'The tickets of the mailbox remain, and so does the person who is the author of its mail.',
  summary: 'Delete a mailbox permanently',
  ...write,
  query: z.strictObject(outputParameters(names)),
});
