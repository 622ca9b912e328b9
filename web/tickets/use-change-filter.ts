import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { rememberOrigin } from '../views/origins.ts';
import { useCurrentView } from '../views/use-current-view.ts';
import { changeFilter, placeOf, sameFilter, type TicketFilter } from './filter.ts';
import { useOpenTicket } from './use-open-ticket.ts';

/**
 * Lists something else. A ticket that is open stays open beside it.
 *
 * @param options `oneStep`: all changes while the component is shown are one step back
 */
export function useChangeFilter(
  filter: TicketFilter,
  { oneStep = false } = {},
): (changes: Parameters<typeof changeFilter>[1]) => void {
  const navigate = useNavigate();
  const ticketId = useOpenTicket();
  const begun = useRef(false);
  const { view } = useCurrentView(filter);
  return changes => {
    const next = changeFilter(filter, changes);
    if (sameFilter(next, filter)) return;
    const replace = oneStep && begun.current;
    begun.current = true;
    if (view?.saved) rememberOrigin(next, view.saved.id);
    if (ticketId !== undefined)
      void navigate({ to: '/tickets/$ticketId', params: { ticketId }, search: next, replace });
    else void navigate({ to: placeOf(next).path, search: placeOf(next).search, replace });
  };
}
