import { checkWatch, listWatchers, type TicketDraft, unwatchTicket, watchTicket } from '#contract';
import { incrementCounter } from '../database/counters.ts';
import type { WriteTransaction } from '../database/database.ts';
import { isWatching, readWatchers, startWatching, stopWatching } from '../database/watchers.ts';
import { ApiError } from '../http/errors.ts';
import { findOrThrow } from '../http/find-resource.ts';
import type { OperationContext, Resource, Route } from '../http/route.ts';
import { noContentRoute } from '../http/serve-no-content.ts';
import { reportRoute } from '../http/serve-report.ts';
import type { TicketRow } from './representation.ts';

/** The routes of a ticket's watchers, and of the caller's own watch. */
export const watchRoutes = (ticket: Resource<TicketRow, TicketDraft>): Route[] => {
  const writeWatch =
    (write: (writes: WriteTransaction, ticketN: number, personId: string, now: number) => Promise<boolean>) =>
    (_found: TicketRow, { database, pathParameters, caller, clock }: OperationContext) =>
      database.transaction(async writes => {
        // Finds the ticket again and locks it, because it may have been deleted meanwhile.
        const { n } = await findOrThrow(ticket, writes, pathParameters, caller);
        const { id } = caller.person;
        if (await write(writes, n, id, clock())) await incrementCounter(writes, `watching.${id}`);
      });

  return [
    noContentRoute(checkWatch, ticket, async (row, { database, caller }) => {
      if (await isWatching(database.read, row.n, caller.person.id)) return;
      throw new ApiError('not_watched', `You do not watch the ticket ${JSON.stringify(row.id)}.`);
    }),
    noContentRoute(
      watchTicket,
      ticket,
      writeWatch((writes, ticketN, personId, now) => startWatching(writes, { ticketN, personId, isForced: true, now })),
    ),
    noContentRoute(unwatchTicket, ticket, writeWatch(stopWatching)),
    reportRoute(listWatchers, {
      kind: 'ticket',
      compute: async (queries, { pathParameters, caller }) => ({
        watchers: await readWatchers(queries, (await findOrThrow(ticket, queries, pathParameters, caller)).n),
      }),
    }),
  ];
};
