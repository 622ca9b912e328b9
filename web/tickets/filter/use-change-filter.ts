import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useOpenTicketId } from '../use-open-ticket-id.ts';
import { useCurrentView } from '../views/use-current-view.ts';
import { storeViewOrigin } from '../views/view-origins.ts';
import { changeFilter, isSameFilter, type TicketFilter, toListRoute } from './filter.ts';

/**
 * Returns a function that changes the filter of the list. An open ticket stays open.
 *
 * @param options `oneStep`: all changes while the component is mounted share one history entry
 */
export function useChangeFilter(
  filter: TicketFilter,
  { oneStep = false } = {},
): (changes: Parameters<typeof changeFilter>[1]) => void {
  const navigate = useNavigate();
  const ticketId = useOpenTicketId();
  const hasChanged = useRef(false);
  const { view } = useCurrentView(filter);
  // A second change may be made before the URL contains the first change.
  const latest = useRef(filter);
  useEffect(() => {
    latest.current = filter;
  }, [filter]);
  return changes => {
    const next = changeFilter(latest.current, changes);
    if (isSameFilter(next, latest.current)) return;
    latest.current = next;
    const replace = oneStep && hasChanged.current;
    hasChanged.current = true;
    if (view?.saved) storeViewOrigin(next, view.saved.id);
    if (ticketId !== undefined)
      void navigate({ to: '/tickets/$ticketId', params: { ticketId }, search: next, replace });
    else void navigate({ to: toListRoute(next).path, search: toListRoute(next).search, replace });
  };
}
