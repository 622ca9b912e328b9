import { fromListRoute, parseFilter, type TicketFilter } from './filter.ts';

type Location = { pathname: string; search: string };

/** Reads the filter of a location; undefined outside the ticket pages. */
export function readLocationFilter(location: Location): TicketFilter | undefined {
  const list = getListUrl(location);
  return list === undefined ? undefined : parseListUrl(list);
}

/** Returns the URL of the list: `/tickets?state=open`. Omits the open ticket. Undefined outside the ticket pages. */
export function getListUrl({ pathname, search }: Location): string | undefined {
  if (!pathname.startsWith('/tickets')) return undefined;
  return (pathname === '/tickets/recently_closed' ? pathname : '/tickets') + search;
}

/** Parses the URL of a list, as `getListUrl` returns it. */
export function parseListUrl(list: string): TicketFilter {
  const query = list.indexOf('?');
  return query < 0 ? fromListRoute(list, {}) : fromListRoute(list.slice(0, query), parseFilter(list.slice(query)));
}
