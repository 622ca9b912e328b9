import { parseSearch, type Search, stringifySearch } from '../../address.ts';
import type { QueryOf } from '../../api.ts';
import { type ReadingName, readListQuery } from '../../list-query.ts';

type FilterName = Exclude<keyof QueryOf<'GET /tickets'>, ReadingName>;

/**
 * Which tickets, in which order: the query of the ticket list, by its own names and values.
 * Names that the API does not know stay in, so that the API can say so: a mistyped filter must not show everything.
 */
export type TicketFilter = { readonly [Name in FilterName]?: string };

/** Takes the filter out of an address's search parameters. */
export const readFilter: (search: Readonly<Record<string, unknown>>) => TicketFilter = readListQuery;

/** What `recently_closed` stands for. */
const recentlyClosed = { state: 'closed', sort: '-closed_at' } as const;

/** An address of the API and, below /tickets, of the web app. */
type Place = { path: '/tickets' | '/tickets/recently_closed'; search: TicketFilter };

/** Where the tickets of a filter are listed: the address is the view is the query. */
export function placeOf(filter: TicketFilter): Place {
  const { state, sort, ...rest } = filter;
  if (state === recentlyClosed.state && sort === recentlyClosed.sort) {
    return { path: '/tickets/recently_closed', search: rest };
  }
  return { path: '/tickets', search: filter };
}

/** The filter that a place stands for. */
export const filterAt = (path: string, search: TicketFilter): TicketFilter =>
  path === '/tickets/recently_closed' ? { ...recentlyClosed, ...search } : search;

/** The filter with some parameters set and, where undefined, taken out. */
export const changeFilter = (
  filter: TicketFilter,
  changes: { readonly [Name in FilterName]?: string | undefined },
): TicketFilter =>
  Object.fromEntries(
    Object.entries({ ...filter, ...changes }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

/** Whether two filters list the same. */
export const sameFilter = (one: TicketFilter, other: TicketFilter): boolean => canonical(one) === canonical(other);

/** A filter's one way of being written, whatever the order of its names. */
export const canonical = (filter: Search): string =>
  stringifySearch(Object.fromEntries(Object.entries(filter).sort(([a], [b]) => (a < b ? -1 : 1))));

/** Reads a filter as it is written in an address: `state=open&sort=-priority,created_at`. */
export const filterFrom = (query: string): TicketFilter => readFilter(parseSearch(query));
