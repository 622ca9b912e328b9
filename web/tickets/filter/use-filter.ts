import { useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { TicketFilter } from './filter.ts';
import { getListUrl, parseListUrl } from './location-filter.ts';

/** Returns the filter in the URL; undefined outside the tickets. The object is stable while the list is the same. */
export function useTicketFilter(): TicketFilter | undefined {
  const list = useLocation({ select: ({ pathname, searchStr: search }) => getListUrl({ pathname, search }) });
  return useMemo(() => (list === undefined ? undefined : parseListUrl(list)), [list]);
}
