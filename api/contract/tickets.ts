import { z } from 'zod';
import { exampleTicket } from './examples.ts';
import { because, commonReadOnly, count, delta, email, id, line, resource, text, time, whole } from './fields.ts';
import { instant, oneOrMore, paging, personFilter, search, sort, writing, yesOrNo } from './list.ts';
import { agents, anyRole, operation } from './operation.ts';
import { longestTag, tagPattern } from './tags.ts';
import { priorities, states, ticketSortKeys } from './vocabulary.ts';

const tag = z.string().regex(tagPattern, because('bad_format', `is not a tag: 1 to ${longestTag} of a-z 0-9 _ -`));

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
    .max(20, because('too_long', 'has more than 20 tags'))
    .refine(tags => new Set(tags).size === tags.length, because('duplicate', 'repeats a tag')),
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
} satisfies Partial<z.output<z.ZodObject<typeof ticketFields>>>;

const readOnly = {
  closed_at: time.nullable().meta({ description: 'When it was closed; null while it is open or pending.' }),
  messages_count: count.meta({ description: 'The number of replies and notes.' }),
  last_message_at: time.nullable(),
  awaiting_reply: z.boolean().meta({
    description: 'True while the ticket is open and its last reply is from the customer, or it has no reply.',
  }),
  created_by: z.string().meta({ description: 'The id of a person.' }),
};

export const ticket = resource({ ...ticketFields, ...readOnly }).meta({
  id: 'Ticket',
  description: 'A customer request that agents work on.',
  example: exampleTicket,
});
export type Ticket = z.output<typeof ticket>;
/** The writable part of a ticket. */
export type TicketDraft = z.output<z.ZodObject<typeof ticketFields>>;

const names = Object.keys(ticket.shape);
const readOnlyNames = [...commonReadOnly, ...Object.keys(readOnly)];
const params = z.strictObject({ ticket_id: z.string() });
const item = z.strictObject(writing(names));
const list = {
  ...paging(names),
  priority: oneOrMore(priorities, 'Any of these priorities.').optional(),
  assignee_id: personFilter.optional(),
  tag: tag.optional().meta({ description: 'Tickets with this tag.' }),
  awaiting_reply: yesOrNo('`true` for tickets whose customer waits for a reply, `false` for others.').optional(),
  customer_email: email.optional().meta({ description: "The customer's email address." }),
  created_since: instant('Created at this time or later; requires a time zone.').optional(),
  updated_since: instant('Updated at this time or later; requires a time zone.').optional(),
  q: search.optional(),
};

export const listTickets = operation({
  name: 'listTickets',
  method: 'GET',
  path: '/tickets',
  summary: 'List tickets, filtered, sorted and searched',
  resource: null,
  scope: 'tickets:read',
  roles: anyRole,
  params: z.strictObject({}),
  query: z.strictObject({
    ...list,
    state: oneOrMore(states, 'Any of these states.').optional(),
    sort: sort(ticketSortKeys, '-created_at'),
  }),
  body: null,
  readOnly: [],
  answer: z.array(ticket),
  status: 200,
});

export const listRecentlyClosed = operation({
  name: 'listRecentlyClosedTickets',
  method: 'GET',
  path: '/tickets/recently_closed',
  summary: 'List closed tickets, last closed first',
  resource: null,
  scope: 'tickets:read',
  roles: anyRole,
  params: z.strictObject({}),
  query: z.strictObject({
    ...list,
    state: z
      .literal('closed', because('not_allowed', 'must be closed'))
      .default('closed')
      .transform(state => [state])
      .meta({ description: 'Always `closed`.', wire: { type: 'string', const: 'closed', default: 'closed' } }),
    sort: sort(ticketSortKeys, '-closed_at'),
  }),
  body: null,
  readOnly: [],
  answer: z.array(ticket),
  status: 200,
});

export const getTicket = operation({
  name: 'getTicket',
  method: 'GET',
  path: '/tickets/{ticket_id}',
  summary: 'Read a ticket',
  resource: 'ticket',
  scope: 'tickets:read',
  roles: anyRole,
  params,
  query: item,
  body: null,
  readOnly: [],
  answer: ticket,
  status: 200,
});

export const createTicket = operation({
  name: 'createTicket',
  description: 'Only the subject is required.',
  example: { subject: 'Invoice 2041 was charged twice', customer_name: 'Amélie Laurent', priority: 'high' },
  method: 'POST',
  path: '/tickets',
  summary: 'Create a ticket; the server chooses its id',
  resource: null,
  scope: 'tickets:write',
  roles: agents,
  params: z.strictObject({}),
  query: item,
  body: whole(ticketFields, ticketDefaults),
  readOnly: readOnlyNames,
  answer: ticket,
  status: 201,
});

export const replaceTicket = operation({
  name: 'replaceTicket',
  description: 'The body may be an unchanged GET response.',
  example: { subject: 'Invoice 2041 was charged twice', state: 'pending', tags: ['billing'] },
  method: 'PUT',
  path: '/tickets/{ticket_id}',
  summary: 'Replace a ticket, or create it under this id',
  resource: 'ticket',
  scope: 'tickets:write',
  roles: agents,
  params: z.strictObject({ ticket_id: id }),
  query: item,
  body: whole(ticketFields, ticketDefaults),
  readOnly: readOnlyNames,
  answer: ticket,
  status: 200,
});

export const updateTicket = operation({
  name: 'updateTicket',
  description: 'Changing `state` to `closed` sets `closed_at`; any other state clears it.',
  example: { state: 'closed' },
  method: 'PATCH',
  path: '/tickets/{ticket_id}',
  summary: 'Update some fields of a ticket (RFC 7396)',
  resource: 'ticket',
  scope: 'tickets:write',
  roles: agents,
  params,
  query: item,
  body: delta(ticketFields),
  readOnly: readOnlyNames,
  answer: ticket,
  status: 200,
});

export const deleteTicket = operation({
  name: 'deleteTicket',
  description: 'This also deletes its messages.',
  method: 'DELETE',
  path: '/tickets/{ticket_id}',
  summary: 'Delete a ticket and its messages permanently',
  resource: 'ticket',
  scope: 'tickets:write',
  roles: agents,
  params,
  query: item,
  body: null,
  readOnly: [],
  answer: null,
  status: 204,
});
