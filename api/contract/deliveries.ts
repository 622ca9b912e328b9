import { z } from 'zod';
import { attachmentIds } from './attachments.ts';
import {
  commonSortKeys,
  deliveryKinds,
  deliveryReasons,
  deliveryStates,
  recipientRoles,
  recipientStates,
} from './enums.ts';
import { exampleDelivery } from './examples.ts';
import { countSchema, createBodySchema, email, id, line, resourceSchema, text, utcTime } from './fields.ts';
import { booleanParameter, commaList, emptyResponseQuery, listParameters, sortKeysParameter } from './list.ts';
import { mailMediaType, mailSchema } from './mails.ts';
import { adminRoles, agentRoles, allRoles, operation } from './operation.ts';

const response = z.string().nullable();

const recipient = z.strictObject({
  name: z.string(),
  email,
  role: z.enum(recipientRoles),
  state: z.enum(recipientStates).meta({
    description: '`bounced`: accepted by the mail server and returned later.',
  }),
  response: response.meta({
    description: "The mail server's response about this recipient, or why the mail was not sent.",
  }),
});

export const deliverySchema = resourceSchema({
  kind: z.enum(deliveryKinds),
  state: z.enum(deliveryStates).meta({
    description:
      '`held` waits for `send_after` or a decision, `queued` for the mail server, `sending` for its response. `captured` mail stays in the desk. With `failed` or `bounced`, one or more recipients did not get the mail.',
  }),
  reason: z.enum(deliveryReasons).nullable().meta({
    description:
      'Why the mail is held or failed. `customer_replied`, `ticket_closed`: this happened before `send_after`. `restored`: the desk was restored from a backup. `mailbox_deleted`: the mailbox was deleted. `unconfirmed`: the server twice did not respond after it got the whole mail. `file_not_scanned`: the mail is sent after the scan. `file_infected`, `file_missing`: the mail waits until a person removes the file and sends the mail.',
  }),
  mailbox_id: z.string(),
  ticket_id: z.string().nullable(),
  message_id: z.string().nullable(),
  from: z.strictObject({ name: z.string(), email }),
  recipients: z.array(recipient),
  subject: line(1000),
  message_id_header: z.string().meta({ description: 'The Message-ID of the mail, the same for each attempt.' }),
  send_after: utcTime.nullable().meta({ description: 'Not sent before this time; null to send it immediately.' }),
  attempts: countSchema.meta({
    description: 'The number of attempts to send the mail to a server, including rejected envelopes.',
  }),
  next_attempt_at: utcTime
    .nullable()
    .meta({ description: 'When the next attempt is due; null unless the mail is queued after a failure.' }),
  last_response: response.meta({ description: 'The last response of the mail server.' }),
  may_be_duplicate: z.boolean().meta({
    description:
      'True if the mail was sent again because the outcome of an earlier attempt is unknown. Both copies have the same Message-ID.',
  }),
  size: countSchema.nullable().meta({ description: 'The size of the mail in bytes; null until the mail is composed.' }),
  sent_at: utcTime
    .nullable()
    .meta({ description: 'When the server accepted the mail, or when the mail was captured.' }),
}).meta({
  id: 'Delivery',
  description:
    'A mail that leaves the desk, or is captured. Sending the mail does not change the version of its message. The version of its ticket changes only if a held reply is released, or if `undelivered` changes.',
  example: exampleDelivery,
});
export type Delivery = z.output<typeof deliverySchema>;

const names = Object.keys(deliverySchema.shape);
const read = { scope: 'messages:read', roles: allRoles } as const;
const action = {
  scope: 'messages:write',
  roles: agentRoles,
  query: emptyResponseQuery,
} as const;

export const listDeliveries = operation('listDeliveries', 'GET /deliveries', {
  summary: 'List outgoing mail, newest first',
  ...read,
  query: z.strictObject({
    ...listParameters(names),
    sort: sortKeysParameter(commonSortKeys, '-created_at'),
    state: commaList(deliveryStates, 'Any of these states.').optional(),
    kind: commaList(deliveryKinds, 'Any of these kinds.').optional(),
    ticket_id: id.optional().meta({ description: 'Mail of this ticket.' }),
    mailbox_id: id.optional().meta({ description: 'Mail of this mailbox.' }),
    problem: booleanParameter(
      '`true` for mail that failed, or that waits for a person, a file scan, a retry or a paused mailbox; `false` for all other mail.',
    ).optional(),
  }),
  response: z.array(deliverySchema),
});

export const getDelivery = operation('getDelivery', 'GET /deliveries/{delivery_id}', {
  summary: 'Read the state of a mail',
  ...read,
  response: deliverySchema,
});

export const getRawDelivery = operation('getRawDelivery', 'GET /deliveries/{delivery_id}/raw', {
  description:
    'Before a mail is sent, returns it as it would be sent now. Afterwards, returns the bytes that were sent, for 90 days (a setting). 403 for the kind `account`, which may contain a one-time link, and for the kind `notification` unless it was captured.',
  summary: 'Read the source of a mail',
  ...read,
  query: z.strictObject({}),
  responseType: mailMediaType,
  errors: ['no_access', 'attachment_infected', 'attachment_not_scanned'],
});

export const attemptDelivery = operation('attemptDelivery', 'PUT /deliveries/{delivery_id}/attempt', {
  description:
    'Sends a held or queued mail now, or sends a failed or bounced mail again to the recipients that it did not reach. 409 if it was sent, captured or cancelled. 410 if the text of the mail was deleted at the end of its retention. The kind `account` is for administrators only.',
  summary: 'Send a mail now',
  ...action,
  errors: ['no_access', 'already_sent', 'gone'],
});

export const cancelDelivery = operation('cancelDelivery', 'DELETE /deliveries/{delivery_id}', {
  description:
    'Also cancels a failed mail. 409 if it is being sent, or was sent or captured. The kind `account` is for administrators only.',
  summary: 'Cancel a mail that has not been sent yet',
  ...action,
  errors: ['no_access', 'already_sent'],
});

export const attemptMailbox = operation('attemptMailbox', 'PUT /mailboxes/{mailbox_id}/attempt', {
  description: 'Resumes a paused mailbox, connects to its IMAP server, and sends all its waiting mail now.',
  summary: 'Resume a mailbox',
  ...action,
  scope: 'settings:write',
  roles: adminRoles,
});

const testMailFields = {
  from: z.strictObject({ name: line(255).default(''), email }).meta({ description: 'The customer who writes.' }),
  subject: line(255, 1),
  body: text(65_535, 1).meta({ description: 'Plain text.' }),
  in_reply_to: line(1000).nullable().meta({
    description: 'The `message_id_header` of the delivery that the mail answers; null for a new conversation.',
  }),
  attachment_ids: attachmentIds.meta({
    description:
      'The files of the mail: your own unattached files, at most 50 files and 18 MB in total. The desk deletes them afterwards.',
  }),
};
export type TestMailDraft = z.output<z.ZodObject<typeof testMailFields>>;

export const createTestMail = operation('createTestMail', 'POST /mailboxes/{mailbox_id}/test_mails', {
  description:
    'Lets you try the desk without a mail server: the mail is processed like any other. 409 unless the mailbox is enabled and captures its mail.',
  example: {
    from: { name: 'Amélie Laurent', email: 'amelie@atelier-laurent.example' },
    subject: 'Invoice 2041 was charged twice',
    body: 'My card shows two payments of 49 € for the same invoice.',
  },
  summary: 'Write to a mailbox as a customer',
  scope: 'mail:write',
  roles: agentRoles,
  body: createBodySchema(testMailFields, { in_reply_to: null, attachment_ids: [] }),
  response: mailSchema,
  errors: ['not_capturing', 'mailbox_disabled'],
});
