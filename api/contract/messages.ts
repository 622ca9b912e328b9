import { z } from 'zod';
import { exampleMessage } from './examples.ts';
import { commonReadOnly, delta, id, line, resource, text, whole } from './fields.ts';
import { paging, sort, writing } from './list.ts';
import { agents, anyRole, operation } from './operation.ts';
import { commonSortKeys, directions, messageTypes } from './vocabulary.ts';

/** Writable members. Without an `author_name`, creation uses the name of the customer or the author. */
export const messageFields = {
  body: text(65_535, 1).meta({ description: 'Markdown.' }),
  type: z.enum(messageTypes).meta({ description: 'A note is internal; a reply is meant for, or from, the customer.' }),
  direction: z.enum(directions).meta({ description: '`in` comes from the customer, `out` from the support team.' }),
  author_name: line(255, 1).nullable(),
};

/** Defaults of omitted members on POST and PUT. */
export const messageDefaults = { type: 'reply', direction: 'out', author_name: null } satisfies Partial<
  z.output<z.ZodObject<typeof messageFields>>
>;

const readOnly = { ticket_id: z.string(), author_id: z.string() };

export const message = resource({ ...messageFields, author_name: z.string(), ...readOnly }).meta({
  id: 'Message',
  description: "A message of a ticket's thread.",
  example: exampleMessage,
});
export type Message = z.output<typeof message>;
/** The writable part of a message. */
export type MessageDraft = z.output<z.ZodObject<typeof messageFields>>;

const names = Object.keys(message.shape);
const readOnlyNames = [...commonReadOnly, ...Object.keys(readOnly)];
const ofTicket = z.strictObject({ ticket_id: z.string() });
const params = z.strictObject({ ticket_id: z.string(), message_id: z.string() });
const item = z.strictObject(writing(names));

export const listMessages = operation({
  name: 'listMessages',
  method: 'GET',
  path: '/tickets/{ticket_id}/messages',
  summary: "List a ticket's messages, oldest first",
  resource: 'ticket',
  scope: 'messages:read',
  roles: anyRole,
  params: ofTicket,
  query: z.strictObject({ ...paging(names), sort: sort(commonSortKeys, 'created_at') }),
  body: null,
  readOnly: [],
  answer: z.array(message),
  status: 200,
});

export const getMessage = operation({
  name: 'getMessage',
  method: 'GET',
  path: '/tickets/{ticket_id}/messages/{message_id}',
  summary: 'Read a message',
  resource: 'message',
  scope: 'messages:read',
  roles: anyRole,
  params,
  query: item,
  body: null,
  readOnly: [],
  answer: message,
  status: 200,
});

export const createMessage = operation({
  name: 'createMessage',
  description: 'A message from the customer (`direction: in`) reopens a pending or closed ticket.',
  example: { body: 'I have asked our bank; the second payment will be back **within three days**.' },
  method: 'POST',
  path: '/tickets/{ticket_id}/messages',
  summary: 'Add a reply or a note to a ticket',
  resource: 'ticket',
  scope: 'messages:write',
  roles: agents,
  params: ofTicket,
  query: item,
  body: whole(messageFields, messageDefaults),
  readOnly: readOnlyNames,
  answer: message,
  status: 201,
});

export const replaceMessage = operation({
  name: 'replaceMessage',
  example: { body: 'The second payment will be back within three days.', type: 'note' },
  method: 'PUT',
  path: '/tickets/{ticket_id}/messages/{message_id}',
  summary: 'Replace a message, or create it under this id',
  resource: 'message',
  scope: 'messages:write',
  roles: agents,
  params: z.strictObject({ ticket_id: z.string(), message_id: id }),
  query: item,
  body: whole(messageFields, messageDefaults),
  readOnly: readOnlyNames,
  answer: message,
  status: 200,
});

export const updateMessage = operation({
  name: 'updateMessage',
  example: { body: 'The second payment is back.' },
  method: 'PATCH',
  path: '/tickets/{ticket_id}/messages/{message_id}',
  summary: 'Update some fields of a message (RFC 7396)',
  resource: 'message',
  scope: 'messages:write',
  roles: agents,
  params,
  query: item,
  body: delta(messageFields),
  readOnly: readOnlyNames,
  answer: message,
  status: 200,
});

export const deleteMessage = operation({
  name: 'deleteMessage',
  method: 'DELETE',
  path: '/tickets/{ticket_id}/messages/{message_id}',
  summary: 'Delete a message permanently',
  resource: 'message',
  scope: 'messages:write',
  roles: agents,
  params,
  query: item,
  body: null,
  readOnly: [],
  answer: null,
  status: 204,
});
