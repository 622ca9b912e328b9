import { useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import { fromListRoute, parseFilter, type TicketFilter } from './filter.ts';

/** Returns the filter in the address; undefined outside the tickets. The object is stable while the list is the same. */
export function useTicketFilter(): TicketFilter | undefined {
  const list = useLocation({ select: getListAddress });
  return useMemo(() => (list === undefined ? undefined : parseListAddress(list)), [list]);
}

type Location = { pathname: string; searchStr: string };

/** Reads the filter of a location; undefined outside the tickets. */
export function readLocationFilter(location: Location): TicketFilter | undefined {
  const list = getListAddress(location);
  return list === undefined ? undefined : parseListAddress(list);
}

/** Returns the address of the list, without the open ticket. */
function getListAddress({ pathname, searchStr }: Location): string | undefined {
  if (!pathname.startsWith('/tickets')) return undefined;
  return (pathname === '/tickets/recently_closed' ? pathname : '/tickets') + searchStr;
}

function parseListAddress(list: string): TicketFilter {
  const query = list.indexOf('?');
  return query < 0 ? fromListRoute(list, {}) : fromListRoute(list.slice(0, query), parseFilter(list.slice(query)));
}
