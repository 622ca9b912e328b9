import { z } from 'zod';
import { exampleEvent } from './examples.ts';
import { count, id, time } from './fields.ts';
import { oneOrMore, paging } from './list.ts';
import { anyRole, operation } from './operation.ts';
import { eventKinds, eventTypes } from './vocabulary.ts';

const digest = z
  .strictObject({ length: count, sha256: z.string() })
  .meta({ description: 'Of a value over 1 KiB: its length in bytes and its SHA-256 in hex.' });

const value = z
  .union([z.string(), z.boolean(), z.array(z.string()), digest])
  .nullable()
  .meta({ description: 'Null is what was, or is, not there.' });

/** One line of the change log. It is no resource: it has no address of its own and never gets another version. */
export const event = z
  .object({
    id: z.string().meta({ description: 'Grows in the order in which changes were stored.' }),
    type: z.enum(eventTypes),
    resource: z.enum(eventKinds).meta({ description: 'What kind of thing was changed.' }),
    resource_id: z.string(),
    ticket_id: z
      .string()
      .nullable()
      .meta({ description: 'The ticket, or the ticket of the message; null for a gist.' }),
    version: z.int().min(1).meta({ description: 'Of the thing, after the change; of a deleted one the last.' }),
    person_id: z.string().meta({ description: 'Who changed it.' }),
    client_id: z.string().nullable().meta({ description: 'The program it was changed with; null for sample data.' }),
    created_at: time,
    changes: z.record(z.string(), z.object({ old: value, new: value })).meta({
      description: 'By field; the files of a gist are `files.<name>`. Empty once the thing has been deleted.',
    }),
  })
  .meta({ id: 'Event', description: 'A change that changed something.', example: exampleEvent });
export type Event = z.output<typeof event>;

export const listEvents = operation({
  name: 'listEvents',
  description:
    'Without what the token may not read: it takes `tickets:read`, `messages:read` and `gists:read` to see all. What concerns a private gist is listed for its owner.',
  method: 'GET',
  path: '/events',
  summary: 'List what was changed, the latest first',
  resource: null,
  scope: null,
  roles: anyRole,
  params: z.strictObject({}),
  query: z.strictObject({
    ...paging(Object.keys(event.shape)),
    ticket_id: id.optional().meta({ description: 'Of this ticket and its messages.' }),
    type: oneOrMore(eventTypes, 'Any of these types.').optional(),
  }),
  body: null,
  readOnly: [],
  answer: z.array(event),
  status: 200,
});
