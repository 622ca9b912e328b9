import { z } from 'zod';
import { participantRoles } from './enums.ts';
import { exampleParticipants } from './examples.ts';
import { outputParameters } from './list.ts';
import { allRoles, operation } from './operation.ts';

export const participantsSchema = z
  .strictObject({
    participants: z.array(
      z.strictObject({
        name: z.string(),
        email: z.string(),
        role: z.enum(participantRoles).meta({
          description:
            '`requester` is the customer of the ticket, `cc` got copies, `seen` wrote without being addressed, and gets no replies by default.',
        }),
      }),
    ),
  })
  .meta({
    id: 'Participants',
    description: 'The email addresses on a ticket, the requester first.',
    example: exampleParticipants,
  });
export type Participants = z.output<typeof participantsSchema>;

export const listParticipants = operation('listParticipants', 'GET /tickets/{ticket_id}/participants', {
  summary: 'Read the email addresses on a ticket',
  scope: 'tickets:read',
  roles: allRoles,
  query: z.strictObject(outputParameters(Object.keys(participantsSchema.shape))),
  response: participantsSchema,
});
