import {
  countTickets,
  createTicket,
  deleteTicket,
  getTicket,
  listRecentlyClosed,
  listTickets,
  replaceTicket,
  suggestSearch,
  type TicketDraft,
  updateTicket,
} from '#contract';
import type { WriteTransaction } from '../database/database.ts';
import { getActor, getImporter } from '../http/actor.ts';
import type { PathParameters, Route, WriteContext } from '../http/route.ts';
import { createRoute } from '../http/serve-create.ts';
import { deleteRoute } from '../http/serve-delete.ts';
import { itemRoute } from '../http/serve-item.ts';
import { listRoute } from '../http/serve-list.ts';
import { replaceRoute } from '../http/serve-replace.ts';
import { reportRoute } from '../http/serve-report.ts';
import { updateRoute } from '../http/serve-update.ts';
import { ticketCounts } from './counts.ts';
import { ticketList } from './list.ts';
import type { TicketRow } from './representation.ts';
import { type TicketDependencies, ticketResource } from './resource.ts';
import { searchSuggestion } from './suggestion.ts';

export const ticketRoutes = (dependencies: TicketDependencies): Route[] => {
  const { tickets, database, apiPublicUrl } = dependencies;
  const resource = ticketResource(dependencies);
  const list = ticketList(database, apiPublicUrl);
  const insert = (writes: WriteTransaction, draft: TicketDraft, context: WriteContext) =>
    tickets.insert(writes, draft, getActor(context));
  const insertAs = (
    writes: WriteTransaction,
    draft: TicketDraft,
    context: WriteContext & { pathParameters: PathParameters },
  ) => tickets.insert(writes, draft, getImporter(context), context.pathParameters['ticket_id']);
  const update = (writes: WriteTransaction, row: TicketRow, draft: TicketDraft, context: WriteContext) =>
    tickets.update(writes, row, draft, getActor(context));

  return [
    listRoute(listTickets, list),
    listRoute(listRecentlyClosed, list),
    reportRoute(countTickets, ticketCounts(database)),
    reportRoute(suggestSearch, searchSuggestion(database)),
    itemRoute(getTicket, resource),
    createRoute(createTicket, resource, insert),
    replaceRoute(replaceTicket, resource, { insert: insertAs, update }),
    updateRoute(updateTicket, resource, update),
    deleteRoute(deleteTicket, resource, (writes, row, context) => tickets.remove(writes, row, getActor(context))),
  ];
};
