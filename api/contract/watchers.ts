import { z } from 'zod';
import { exampleWatchers } from './examples.ts';
import { emptyResponseQuery, outputParameters } from './list.ts';
import { allRoles, operation } from './operation.ts';

const watch = {
  roles: allRoles,
  query: emptyResponseQuery,
} as const;

export const checkWatch = operation('checkWatch', 'GET /tickets/{ticket_id}/watch', {
  ...watch,
  summary: 'Check whether you watch a ticket: 204 or 404',
  scope: 'tickets:read',
  errors: ['not_watched'],
});

export const watchTicket = operation('watchTicket', 'PUT /tickets/{ticket_id}/watch', {
  ...watch,
  description:
    'You also start to watch a ticket when you reply to it, write a note, are assigned or are mentioned in a note.',
  summary: 'Watch a ticket',
  scope: 'tickets:write',
});

export const unwatchTicket = operation('unwatchTicket', 'DELETE /tickets/{ticket_id}/watch', {
  ...watch,
  description: 'Afterwards, only a new mention of you or a PUT makes you watch the ticket again.',
  summary: 'Stop watching a ticket',
  scope: 'tickets:write',
});

export const watchersSchema = z
  .strictObject({
    watchers: z.array(z.strictObject({ person_id: z.string(), name: z.string() })),
  })
  .meta({
    id: 'Watchers',
    description: 'The people who watch a ticket, in the order in which they started. Disabled people are omitted.',
    example: exampleWatchers,
  });
export type Watchers = z.output<typeof watchersSchema>;

export const listWatchers = operation('listWatchers', 'GET /tickets/{ticket_id}/watchers', {
  summary: 'List the people who watch a ticket',
  scope: 'tickets:read',
  roles: allRoles,
  query: z.strictObject(outputParameters(Object.keys(watchersSchema.shape))),
  response: watchersSchema,
});
