import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import { getFacets } from './facets.ts';
import type { ReportProgress } from './migrations/migration.ts';
import { prepareQuery } from './prepare-query.ts';
import type { Queries, WriteTransaction } from './queries.ts';
import type { TicketTable } from './schema.ts';
import type { SearchDocument, SearchIndex } from './search.ts';
import { toSearchText } from './tokenize.ts';

/** Rewrites a ticket's search document, in the transaction that changed the ticket or its messages. */
export const indexTicket = (
  search: SearchIndex,
  writes: WriteTransaction,
  ticket: Selectable<TicketTable>,
  bodies: readonly string[],
): Promise<void> => search.write(writes, toSearchDocument(ticket, bodies));

const batchSize = 500;

/** Writes the search documents of all tickets into an empty index. */
export const indexAllTickets = async (
  search: SearchIndex,
  writes: WriteTransaction,
  onProgress: ReportProgress = () => {},
): Promise<void> => {
  const { last } = await writes
    .selectFrom('tickets')
    .select(({ fn }) => fn.max('n').as('last'))
    .executeTakeFirstOrThrow();
  for (let n = 1; n <= (last ?? 0); n += batchSize) {
    await search.add(writes, await readSearchDocuments(writes, n, n + batchSize - 1));
    onProgress({ done: Math.min(n + batchSize - 1, last ?? 0), total: last ?? 0 });
    // Lets a migrating server respond to its health checks.
    await nextIteration();
  }
};

/** Returns the search documents of the tickets between two creation numbers, both included. */
export const readSearchDocuments = async (queries: Queries, first: number, last: number): Promise<SearchDocument[]> => {
  const tickets = await selectTickets(queries, { first, last });
  const messages = await selectBodies(queries, { first, last });
  const byTicket = Map.groupBy(messages, message => message.ticket_n);
  return tickets.map(ticket =>
    toSearchDocument(
      ticket,
      (byTicket.get(ticket.n) ?? []).map(({ body }) => body),
    ),
  );
};

/** No phrase spans two texts, so the order of the messages does not matter. */
const toSearchDocument = (ticket: Selectable<TicketTable>, bodies: readonly string[]): SearchDocument => {
  const tags: string[] = JSON.parse(ticket.tags);
  return {
    n: ticket.n,
    facets: getFacets(ticket, tags),
    id: ticket.id,
    text: toTicketText({ ...ticket, tags }, bodies),
  };
};

/** The searchable fields of a ticket, apart from its id. */
type TicketTexts = Pick<TicketTable, 'subject' | 'description' | 'customer_name' | 'customer_email'> & {
  tags: readonly string[];
};

/** Folds the texts of a ticket and of its messages for the search index. */
export const toTicketText = (
  { subject, description, customer_name, customer_email, tags }: TicketTexts,
  bodies: readonly string[],
): string => toSearchText([subject, description, customer_name, customer_email, ...tags, ...bodies]);

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
