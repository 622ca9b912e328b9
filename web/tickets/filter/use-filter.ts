import { useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { TicketFilter } from './filter.ts';
import { getListUrl, parseListUrl } from './location-filter.ts';

/** Returns the filter in the URL; undefined outside the ticket pages. The object stays the same while the list does. */
export function useTicketFilter(): TicketFilter | undefined {
  const list = useLocation({ select: ({ pathname, searchStr: search }) => getListUrl({ pathname, search }) });
  return useMemo(() => (list === undefined ? undefined : parseListUrl(list)), [list]);
}
