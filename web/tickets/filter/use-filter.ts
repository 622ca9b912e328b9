import { useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { TicketFilter } from './filter.ts';
import { getListAddress, parseListAddress } from './location-filter.ts';

/** Returns the filter in the URL; undefined outside the tickets. The object is stable while the list is the same. */
export function useTicketFilter(): TicketFilter | undefined {
  const list = useLocation({ select: ({ pathname, searchStr: search }) => getListAddress({ pathname, search }) });
  return useMemo(() => (list === undefined ? undefined : parseListAddress(list)), [list]);
}
