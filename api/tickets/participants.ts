import { listParticipants, type TicketDraft } from '#contract';
import { readParticipants } from '../database/participants.ts';
import { findOrThrow } from '../http/find-resource.ts';
import type { Resource, Route } from '../http/route.ts';
import { reportRoute } from '../http/serve-report.ts';
import type { TicketRow } from './representation.ts';

/** The route of the email addresses on a ticket. */
export const participantRoutes = (ticket: Resource<TicketRow, TicketDraft>): Route[] => [
  reportRoute(listParticipants, {
    kind: 'ticket',
    // Each mail that adds a participant increases the version of its ticket.
    validator: async (queries, { pathParameters, caller }) =>
      String((await findOrThrow(ticket, queries, pathParameters, caller)).version),
    compute: async (queries, { pathParameters, caller }) => ({
      participants: await readParticipants(queries, await findOrThrow(ticket, queries, pathParameters, caller)),
    }),
  }),
];
