import { z } from 'zod';
import { presenceModes } from './enums.ts';
import { examplePresence } from './examples.ts';
import { utcTime } from './fields.ts';
import { emptyResponseQuery, idList, outputParameters } from './list.ts';
import { allRoles, operation } from './operation.ts';

const mode = z.enum(presenceModes);

const entrySchema = z.object({
  ticket_id: z.string(),
  person_id: z.string(),
  mode,
  since: utcTime.meta({ description: 'When the uninterrupted presence in this mode started.' }),
});
export type PresenceEntry = z.output<typeof entrySchema>;

export const presenceSchema = z.object({ presence: z.array(entrySchema) }).meta({
  id: 'Presence',
  description:
    'The people who have a ticket open, sorted by ticket and `since`. Each person is listed at most once per ticket.',
  example: examplePresence,
});
export type Presence = z.output<typeof presenceSchema>;

export const listPresence = operation('listPresence', 'GET /presence', {
  description:
    'Read this when you open a stream of `GET /events`, which then sends each change as the event `presence`. With SQLite, each API process knows only the people who announced themselves to it.',
  summary: 'List the people who have a ticket open',
  scope: 'tickets:read',
  roles: allRoles,
  query: z.strictObject({
    ...outputParameters(Object.keys(presenceSchema.shape)),
    ticket_id: idList('Only people on these tickets.').optional(),
  }),
  response: presenceSchema,
});

export const announcePresence = operation('announcePresence', 'PUT /tickets/{ticket_id}/presence', {
  description:
    'Announce `viewing` every 20 seconds while the person sees the ticket: the presence ends 45 seconds after the last announcement. Announce `writing` instead if the person pressed a key in these 20 seconds. `writing` turns into `viewing` after 25 seconds; until then, `viewing` does not replace it, because another window may have announced `writing`. To end `writing` earlier, delete the presence and announce `viewing`. A viewer can only announce `viewing` (403).',
  example: { mode: 'writing' },
  summary: 'Announce that you have a ticket open',
  scope: 'tickets:write',
  roles: allRoles,
  errors: ['no_access'],
  query: emptyResponseQuery,
  body: z.strictObject({ mode }),
});

export const deletePresence = operation('deletePresence', 'DELETE /tickets/{ticket_id}/presence', {
  description: 'This also ends the presence that other windows of the person announced, until they announce it again.',
  summary: 'Announce that you have closed a ticket',
  scope: 'tickets:write',
  roles: allRoles,
  query: emptyResponseQuery,
});
