import {
  createTicket,
  deleteTicket,
  getTicket,
  listRecentlyClosed,
  listTickets,
  replaceTicket,
  type TicketDraft,
  updateTicket,
} from '#contract';
import type { FieldError } from '#contract/errors';
import { getChangeCount } from '../database/counters.ts';
import type { Database, Queries, Writes } from '../database/database.ts';
import { isMarkedDeleted } from '../database/tombstones.ts';
import { getActor } from '../http/actor.ts';
import { fieldError } from '../http/errors.ts';
import type { PathParameters, Resource, Route, WriteContext } from '../http/route.ts';
import { createRoute } from '../http/serve-create.ts';
import { deleteRoute } from '../http/serve-delete.ts';
import { itemRoute } from '../http/serve-item.ts';
import { type ListDefinition, listRoute } from '../http/serve-list.ts';
import { replaceRoute } from '../http/serve-replace.ts';
import { updateRoute } from '../http/serve-update.ts';
import { countTickets, readTicketPage, type TicketQuery } from './list.ts';
import { showTicket, type TicketRow, ticketDraft } from './shape.ts';
import type { TicketStore } from './store.ts';

/** The dependencies of the ticket routes. */
type Dependencies = {
  tickets: TicketStore;
  database: Pick<Database, 'search'>;
  publicUrl: string;
  personExists(queries: Queries, id: string): Promise<boolean>;
};

/** Describes tickets to the request pipeline. */
export const ticketResource = ({
  tickets,
  publicUrl,
  personExists,
}: Dependencies): Resource<TicketRow, TicketDraft> => ({
  name: 'ticket',
  parameter: 'ticket_id',
  find: (queries, { ticket_id = '' }) => tickets.find(queries, ticket_id),
  isDeleted: (queries, { ticket_id = '' }) => isMarkedDeleted(queries, 'ticket', ticket_id),
  toDraft: ticketDraft,
  toRepresentation: showTicket(publicUrl),
  validateReferences: async (queries, { assignee_id }): Promise<FieldError[]> =>
    typeof assignee_id !== 'string' || (await personExists(queries, assignee_id))
      ? []
      : [fieldError('assignee_id', 'no_such_reference', 'must be the id of a person')],
});

export const ticketRoutes = (dependencies: Dependencies): Route[] => {
  const { tickets, database } = dependencies;
  const resource = ticketResource(dependencies);
  const insert = (writes: Writes, draft: TicketDraft, change: WriteContext & { address: PathParameters }) =>
    tickets.insert(writes, draft, getActor(change), change.address['ticket_id']);
  const update = (writes: Writes, row: TicketRow, draft: TicketDraft, change: WriteContext) =>
    tickets.update(writes, row, draft, getActor(change));
  const listing: ListDefinition<TicketQuery, TicketRow> = {
    kind: 'ticket',
    validator: async queries => String(await getChangeCount(queries, 'tickets.changes')),
    page: (queries, { query, caller, anchor, limit }) =>
      readTicketPage(database, queries, { query, personId: caller.person.id }, anchor, limit),
    count: (queries, { query, caller }) => countTickets(database, queries, { query, personId: caller.person.id }),
    toRepresentation: resource.toRepresentation,
  };

  return [
    listRoute(listTickets, listing),
    listRoute(listRecentlyClosed, listing),
    itemRoute(getTicket, resource),
    createRoute(createTicket, resource, insert),
    replaceRoute(replaceTicket, resource, { insert, update }),
    updateRoute(updateTicket, resource, update),
    deleteRoute(deleteTicket, resource, (writes, row, change) => tickets.remove(writes, row, getActor(change))),
  ];
};
