import type { QueryOf } from '../../api-client/client.ts';
import { type ReservedQueryName, readListQuery } from '../../api-client/list-query.ts';
import { parseSearch, type SearchParams, stringifySearch } from '../../api-client/search-params.ts';

type FilterName = Exclude<keyof QueryOf<'GET /tickets'>, ReservedQueryName>;

/**
 * The query of the ticket list, with the API's names and values. Unknown names are passed on, so that the API rejects
 * them: a mistyped filter must not show all tickets.
 */
export type TicketFilter = { readonly [Name in FilterName]?: string };

/** Reads the filter of a parsed query. Ignores parameters that control paging and output. */
export const readFilter: (search: Readonly<Record<string, unknown>>) => TicketFilter = readListQuery;

const recentlyClosed = { state: 'closed', sort: '-closed_at' } as const;

/** A path and query, the same in the API and the web app. */
type ListRoute = { path: '/tickets' | '/tickets/recently_closed'; search: TicketFilter };

/** Returns the path and query of a list. Recently closed tickets have their own path. */
export function toListRoute(filter: TicketFilter): ListRoute {
  const { state, sort, ...rest } = filter;
  if (state === recentlyClosed.state && sort === recentlyClosed.sort) {
    return { path: '/tickets/recently_closed', search: rest };
  }
  return { path: '/tickets', search: filter };
}

/** Returns the filter of a path and query; the inverse of `toListRoute`. */
export const fromListRoute = (path: string, search: TicketFilter): TicketFilter =>
  path === '/tickets/recently_closed' ? { ...recentlyClosed, ...search } : search;

/** Sets parameters of a filter, and removes undefined parameters. */
export const changeFilter = (
  filter: TicketFilter,
  changes: { readonly [Name in FilterName]?: string | undefined },
): TicketFilter =>
  Object.fromEntries(
    Object.entries({ ...filter, ...changes }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

/**
 * Returns the conditions that a filter adds to its view. If a condition of the view is missing, all of the filter's
 * conditions are returned, since the view's name does not describe the list.
 */
export function getAddedConditions(filter: TicketFilter, view: TicketFilter): [name: FilterName, value: string][] {
  const getConditions = ({ sort: _, ...conditions }: TicketFilter) =>
    Object.entries(conditions) as [FilterName, string][];
  const isInFilter = ([name, value]: [FilterName, string]): boolean => filter[name] === value;
  const isNarrowed = getConditions(view).every(isInFilter);
  return getConditions(filter).filter(([name, value]) => !isNarrowed || view[name] !== value);
}

export const isSameFilter = (a: TicketFilter, b: TicketFilter): boolean => toCanonicalQuery(a) === toCanonicalQuery(b);

/** Returns the query string of a filter with sorted names. */
export const toCanonicalQuery = (filter: SearchParams): string =>
  stringifySearch(Object.fromEntries(Object.entries(filter).sort(([a], [b]) => (a < b ? -1 : 1))));

/** Parses a query string: `state=open&sort=-priority,created_at`. */
export const parseFilter = (query: string): TicketFilter => readFilter(parseSearch(query));
