import { z } from 'zod';
import { priorities, states, ticketSortKeys } from './enums.ts';
import { exampleSnippet, exampleTicket } from './examples.ts';
import {
  countSchema,
  createBodySchema,
  email,
  id,
  line,
  resourceSchema,
  text,
  updateBodySchema,
  utcTime,
  withErrorName,
} from './fields.ts';
import {
  assigneeFilter,
  booleanParameter,
  commaList,
  listParameters,
  outputParameters,
  searchParameter,
  sortKeysParameter,
  timeFilter,
} from './list.ts';
import { agentRoles, allRoles, operation } from './operation.ts';
import { maxTagLength, tagPattern } from './tag-pattern.ts';

export const tag = z
  .string()
  .regex(
    tagPattern,
    withErrorName(
      'invalid_format',
      `is not a valid tag: use 1 to ${maxTagLength} characters of a-z 0-9 _ -, with a letter or digit first`,
    ),
  );

/** Writable members. */
export const ticketFields = {
  subject: line(255, 1),
  description: text(65_535),
  customer_name: line(255).nullable(),
  customer_email: email.nullable(),
  state: z.enum(states),
  priority: z.enum(priorities),
  assignee_id: line(64).nullable(),
  tags: z
    .array(tag)
    .max(20, withErrorName('too_long', 'has more than 20 tags'))
    .refine(tags => new Set(tags).size === tags.length, withErrorName('duplicate', 'repeats a tag')),
  mailbox_id: line(64).nullable().meta({
    description: 'The mailbox that sends replies; null for a ticket without email. The mailbox may have been deleted.',
  }),
};

/** Defaults of omitted members on POST and PUT. */
export const ticketDefaults = {
  description: '',
  customer_name: null,
  customer_email: null,
  state: 'open',
  priority: 'normal',
  assignee_id: null,
  tags: [],
  mailbox_id: null,
} satisfies Partial<z.output<z.ZodObject<typeof ticketFields>>>;

const readOnly = {
  closed_at: utcTime.nullable().meta({ description: 'When the ticket was closed; null while it is open or pending.' }),
  messages_count: countSchema.meta({ description: 'The number of replies and notes.' }),
  last_message_at: utcTime.nullable(),
  awaiting_reply: z.boolean().meta({
    description:
      'True while the ticket is open and waits for the team: it has no reply, or its last reply is from the customer. Automatic mail is not a reply.',
  }),
  undelivered: z.boolean().meta({
    description:
      'True if a reply did not reach a recipient. False again once later replies reach these recipients, or when the ticket is closed.',
  }),
  created_by: z.string().meta({ description: 'The id of a person.' }),
  follow_up_of: z.string().nullable().meta({
    description:
      'The older ticket that the first mail answered. Set if that ticket had been closed for more than `new_ticket_after_days`.',
  }),
};

export const ticketSchema = resourceSchema({ ...ticketFields, ...readOnly }).meta({
  id: 'Ticket',
  description: 'A customer request that agents work on.',
  example: exampleTicket,
});
export type Ticket = z.output<typeof ticketSchema>;
/** The writable part of a ticket. */
export type TicketDraft = z.output<z.ZodObject<typeof ticketFields>>;

/** The possible sources of a snippet. */
const snippetFields = ['subject', 'description', 'message', 'customer_name', 'customer_email', 'tags', 'id'] as const;

/** Text and matching words alternate, so that clients need no markup. */
const snippetSchema = z
  .strictObject({
    field: z.enum(snippetFields).meta({ description: 'The source of the text; `message` for any reply or note.' }),
    parts: z.array(z.strictObject({ text: z.string(), match: z.boolean() })),
  })
  .meta({
    id: 'Snippet',
    description: 'An excerpt of plain text. Joined, the parts are the excerpt; parts with `match` match `q`.',
    example: exampleSnippet,
  });
export type Snippet = z.output<typeof snippetSchema>;

const requestedMembers = {
  snippet: snippetSchema
    .nullable()
    .meta({ description: 'Why the ticket matches `q`; null without `q`, or if no excerpt was found.' }),
};

const names = Object.keys(ticketSchema.shape);
const read = { scope: 'tickets:read', roles: allRoles } as const;
const write = { scope: 'tickets:write', roles: agentRoles } as const;
const list = {
  ...listParameters([...names, ...Object.keys(requestedMembers)]),
  priority: commaList(priorities, 'Any of these priorities.').optional(),
  assignee_id: assigneeFilter.optional(),
  tag: tag.optional().meta({ description: 'Tickets with this tag.' }),
  awaiting_reply: booleanParameter(
    '`true` for tickets whose customer waits for a reply, `false` for others.',
  ).optional(),
  customer_email: email.optional().meta({ description: "The customer's email address." }),
  mailbox_id: id.optional().meta({ description: 'Tickets of this mailbox.' }),
  undelivered: z
    .literal('true', withErrorName('not_allowed', 'must be true'))
    .optional()
    .meta({
      description: '`true` for tickets with a reply that did not reach a recipient.',
      wire: { type: 'boolean', const: true },
    }),
  watching: z
    .literal('true', withErrorName('not_allowed', 'must be true'))
    .optional()
    .meta({ description: '`true` for tickets that you watch.', wire: { type: 'boolean', const: true } }),
  created_since: timeFilter('Created at this time or later; requires a time zone.').optional(),
  updated_since: timeFilter('Updated at this time or later; requires a time zone.').optional(),
  q: searchParameter.optional().meta({
    description: `${searchParameter.description} Searches the subject, description, customer's name and email address, tags, messages, and the ticket's number (\`1042\` or \`#1042\`). A word that ends in \`*\` matches the word itself and the 12 most frequent words that begin with it. A number matches only as a whole: \`10*\` does not find 1042.`,
  }),
};

export const listTickets = operation('listTickets', 'GET /tickets', {
  summary: 'List tickets, filtered, sorted and searched',
  ...read,
  query: z.strictObject({
    ...list,
    state: commaList(states, 'Any of these states.').optional(),
    sort: sortKeysParameter(ticketSortKeys, '-created_at'),
  }),
  response: z.array(ticketSchema),
  requestedMembers,
});

export const listRecentlyClosed = operation('listRecentlyClosedTickets', 'GET /tickets/recently_closed', {
  summary: 'List closed tickets, last closed first',
  ...read,
  query: z.strictObject({
    ...list,
    state: z
      .literal('closed', withErrorName('not_allowed', 'must be closed'))
      .default('closed')
      .transform(state => [state])
      .meta({ description: 'Always `closed`.', wire: { type: 'string', const: 'closed', default: 'closed' } }),
    sort: sortKeysParameter(ticketSortKeys, '-closed_at'),
  }),
  response: z.array(ticketSchema),
  requestedMembers,
});

export const getTicket = operation('getTicket', 'GET /tickets/{ticket_id}', {
  summary: 'Read a ticket',
  ...read,
  response: ticketSchema,
});

export const createTicket = operation('createTicket', 'POST /tickets', {
  description: 'Only the subject is required.',
  example: {
    subject: 'Invoice 2041 was charged twice',
    customer_name: 'Amélie Laurent',
    customer_email: 'amelie@atelier-laurent.example',
    priority: 'high',
  },
  summary: 'Create a ticket; the server chooses its id',
  ...write,
  body: createBodySchema(ticketFields, ticketDefaults),
  response: ticketSchema,
});

export const replaceTicket = operation('replaceTicket', 'PUT /tickets/{ticket_id}', {
  description: 'The body may be an unchanged GET response.',
  example: { subject: 'Invoice 2041 was charged twice', state: 'pending', tags: ['billing'] },
  summary: 'Replace a ticket, or create it under this id',
  ...write,
  body: createBodySchema(ticketFields, ticketDefaults),
  response: ticketSchema,
});

export const updateTicket = operation('updateTicket', 'PATCH /tickets/{ticket_id}', {
  description: 'Changing `state` to `closed` sets `closed_at`; any other state clears it.',
  example: { state: 'closed' },
  summary: 'Update some fields of a ticket (RFC 7396)',
  ...write,
  body: updateBodySchema(ticketFields),
  response: ticketSchema,
});

export const deleteTicket = operation('deleteTicket', 'DELETE /tickets/{ticket_id}', {
  description: 'This also deletes its messages and their files.',
  summary: 'Delete a ticket and its messages permanently',
  ...write,
  query: z.strictObject(outputParameters(names)),
});
