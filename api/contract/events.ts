import { z } from 'zod';
import { exampleEvent } from './examples.ts';
import { countSchema, id, utcTime, withErrorName } from './fields.ts';
import { commaList, listParameters } from './list.ts';
import { allRoles, operation } from './operation.ts';
import { eventKinds, eventTypes } from './resources.ts';

export const valueDigest = z
  .strictObject({ length: countSchema, sha256: z.string() })
  .meta({ description: 'Replaces a value over 1 KiB: its length in bytes and its SHA-256 in hex.' });

const value = z
  .union([z.string(), z.boolean(), z.array(z.string()), valueDigest])
  .nullable()
  .meta({ description: 'Null if the field had, or has, no value.' });

/** The id of an event in a query, parsed to a number. */
const eventNumber = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,14})$/, withErrorName('invalid_format', 'is not the id of an event'))
  .transform(Number)
  .meta({
    description: 'Only events after the event with this id, the oldest first.',
    wire: { type: 'string', pattern: '^(0|[1-9][0-9]{0,14})$' },
  });

/** An entry of the change log. It is not a resource: it has no URL, and clients cannot change it. */
export const eventSchema = z
  .object({
    id: z.string().meta({ description: 'Increases in the order in which changes were stored.' }),
    type: z.enum(eventTypes),
    resource: z.enum(eventKinds).meta({ description: 'The kind of resource that changed.' }),
    resource_id: z.string(),
    ticket_id: z
      .string()
      .nullable()
      .meta({ description: 'The ticket, or the ticket of the message; null for a gist.' }),
    version: z
      .int()
      .min(1)
      .meta({ description: 'The version of the resource after the change; for a deletion, the last version.' }),
    person_id: z.string().meta({ description: 'The person who made the change.' }),
    client_id: z.string().nullable().meta({
      description:
        'The client that made the change; null for the command line, sample data and automatic changes, such as the processing of mail.',
    }),
    created_at: utcTime,
    changes: z.record(z.string(), z.object({ old: value, new: value })).meta({
      description: 'Old and new values by field; a gist file is `files.<name>`. Empty after the resource is deleted.',
    }),
  })
  .meta({ id: 'Event', description: 'A change to a resource.', example: exampleEvent });
export type Event = z.output<typeof eventSchema>;

export const listEvents = operation('listEvents', 'GET /events', {
  description: `Lists only events that the token may read: ticket events need \`tickets:read\`, message events \`messages:read\`, gist events \`gists:read\`. Events of a private gist are listed only for its owner. Without \`after\`, the newest event is first.

With \`Accept: text/event-stream\`, the response is a stream of server-sent events, which sends each event as soon as it is stored. Only \`ticket_id\`, \`type\` and \`after\` apply to it. The stream starts after the event that \`Last-Event-ID\` names, or else \`after\`, or else now.

| event | data |
|---|---|
| \`ready\` | \`{"id": "48211"}\`: the stream contains all events after this id. |
| \`reset\` | \`{"id": "48211"}\`: the client missed more than 500 events, or a backup was restored. Load all data again. The stream continues after this id. |
| a type, such as \`ticket.updated\` | The event as in the list, on one line. |
| \`presence\` | \`{"ticket_id": "1042", "people": [{"person_id": "2", "mode": "viewing", "since": "…"}]}\`: everyone on a ticket, at most once a second. It has no \`id\`, is not repeated, and needs \`tickets:read\`. A stream with \`type\` does not contain it. Read \`GET /presence\` after \`ready\` or \`reset\`. |
| \`notification\` | A new notification of yours, as \`GET /notifications/{id}\` returns it, within a second. It has no \`id\`, is not repeated, and needs \`tickets:read\`. A stream with \`type\` does not contain it. Read \`GET /notifications\` after \`ready\` or \`reset\`. |

Ignore unknown types: later versions may add some. Every 20 seconds, a comment with an \`id\` keeps the connection open and moves \`Last-Event-ID\` past events that you may not read. The stream ends at most 30 seconds after the token was revoked, and 30 to 50 seconds before the token expires: continue with a new token. A person can open five streams at a time through one client.`,
  summary: 'List changes',
  scope: null,
  roles: allRoles,
  query: z.strictObject({
    ...listParameters(Object.keys(eventSchema.shape)),
    after: eventNumber.optional(),
    ticket_id: id.optional().meta({ description: 'Only events of this ticket and its messages.' }),
    type: commaList(eventTypes, 'Any of these types.').optional(),
  }),
  response: z.array(eventSchema),
  streamType: 'text/event-stream',
  errors: ['too_many_streams'],
});
