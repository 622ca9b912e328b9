import { z } from 'zod';
import { exampleSession } from './examples.ts';
import { utcTime } from './fields.ts';
import { emptyResponseQuery } from './list.ts';
import { allRoles, operation } from './operation.ts';

export const sessionSchema = z
  .object({
    id: z.string(),
    created_at: utcTime.meta({ description: 'When the person signed in.' }),
    last_used_at: utcTime,
    current: z.boolean().meta({ description: 'Whether your access token was issued in this session.' }),
  })
  .meta({
    id: 'Session',
    description:
      'A browser in which a person is signed in. The desk does not store the address or the name of the browser.',
    example: exampleSession,
  });
export type Session = z.output<typeof sessionSchema>;

export const sessionsSchema = z.object({ sessions: z.array(sessionSchema) }).meta({
  id: 'Sessions',
  description: 'The sessions of a person, the most recently used first.',
  example: { sessions: [exampleSession] },
});

const access = { roles: allRoles, errors: ['no_access'] } as const;
const itemAccess = { roles: allRoles, errors: ['no_access', 'no_session'] } as const;
const accessDescription = 'Only administrators see the sessions of other people.';

export const listSessions = operation('listSessions', 'GET /people/{person_id}/sessions', {
  description: accessDescription,
  summary: 'List the sessions of a person',
  scope: 'people:read',
  ...access,
  response: sessionsSchema,
});

export const getSession = operation('getSession', 'GET /people/{person_id}/sessions/{session_id}', {
  description: accessDescription,
  summary: 'Read a session of a person',
  scope: 'people:read',
  ...itemAccess,
  response: sessionSchema,
});

export const endSession = operation('endSession', 'DELETE /people/{person_id}/sessions/{session_id}', {
  description:
    'Signs the person out in this browser, immediately. Programs keep their access. Only administrators end the sessions of other people.',
  summary: 'End a session of a person',
  scope: 'people:write',
  ...itemAccess,
  query: emptyResponseQuery,
});
