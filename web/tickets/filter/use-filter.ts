import { useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import { filterAt, filterFrom, type TicketFilter } from './filter.ts';

/** The filter in the address; undefined outside the tickets. The same object until the list is another one. */
export function useFilter(): TicketFilter | undefined {
  const list = useLocation({ select: listAt });
  return useMemo(() => {
    if (list === undefined) return undefined;
    const query = list.indexOf('?');
    return query < 0 ? filterAt(list, {}) : filterAt(list.slice(0, query), filterFrom(list.slice(query)));
  }, [list]);
}

/** The address of the list that a place shows, whichever of its tickets is open. */
function listAt({ pathname, searchStr }: { pathname: string; searchStr: string }): string | undefined {
  if (!pathname.startsWith('/tickets')) return undefined;
  return (pathname === '/tickets/recently_closed' ? pathname : '/tickets') + searchStr;
}
