import { useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import { filterAt, readFilter, type TicketFilter } from './filter.ts';

/** The filter in the address; undefined outside the tickets. */
export function useFilter(): TicketFilter | undefined {
  const { pathname, searchStr } = useLocation();
  const { search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says everything that the parsed search says
  return useMemo(
    () => (pathname.startsWith('/tickets') ? filterAt(pathname, readFilter(search)) : undefined),
    [pathname, searchStr],
  );
}
