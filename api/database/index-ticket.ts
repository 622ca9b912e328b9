import type { Selectable } from 'kysely';
import { getFacets } from './facets.ts';
import { prepareQuery } from './prepare-query.ts';
import type { Queries, Writes } from './queries.ts';
import type { TicketTable } from './schema.ts';
import type { SearchDocument, SearchIndex } from './search.ts';
import { toSearchText } from './tokenize.ts';

/** Rewrites a ticket's search document from its own row and its messages, in the transaction that changed either. */
export const indexTicket = async (search: SearchIndex, writes: Writes, n: number): Promise<void> => {
  for (const document of await readSearchDocuments(writes, n, n)) await search.write(writes, document);
};

const batchSize = 500;

/** Writes the search documents of all tickets into an empty index. */
export const indexAllTickets = async (search: SearchIndex, writes: Writes): Promise<void> => {
  const { last } = await writes
    .selectFrom('tickets')
    .select(({ fn }) => fn.max('n').as('last'))
    .executeTakeFirstOrThrow();
  for (let n = 1; n <= (last ?? 0); n += batchSize)
    await search.add(writes, await readSearchDocuments(writes, n, n + batchSize - 1));
};

/** Returns the search documents of the tickets between two creation numbers, both included. */
export const readSearchDocuments = async (queries: Queries, first: number, last: number): Promise<SearchDocument[]> => {
  const tickets = await selectTickets(queries, { first, last });
  const messages = await selectBodies(queries, { first, last });
  // No phrase spans two texts, so their order does not matter.
  const byTicket = Map.groupBy(messages, message => message.ticket_n);
  return tickets.map(ticket => {
    const bodies = (byTicket.get(ticket.n) ?? []).map(({ body }) => body);
    const tags: string[] = JSON.parse(ticket.tags);
    const texts = [ticket.subject, ticket.description, ticket.customer_name, ...bodies];
    return { n: ticket.n, facets: getFacets(ticket, tags), text: toSearchText(texts) };
  });
};

type Range = { first: number; last: number };

const selectTickets = prepareQuery<Range, Selectable<TicketTable>>((queries, value) =>
  queries.selectFrom('tickets').selectAll().where('n', '>=', value('first')).where('n', '<=', value('last')),
);

const selectBodies = prepareQuery<Range, { ticket_n: number; body: string }>((queries, value) =>
  queries
    .selectFrom('messages')
    .select(['ticket_n', 'body'])
    .where('ticket_n', '>=', value('first'))
    .where('ticket_n', '<=', value('last')),
);
