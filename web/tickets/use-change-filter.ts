import { useNavigate } from '@tanstack/react-router';
import { changeFilter, placeOf, type TicketFilter } from './filter.ts';
import { useOpenTicket } from './use-open-ticket.ts';

/** Lists something else. A ticket that is open stays open beside it. */
export function useChangeFilter(filter: TicketFilter): (changes: Parameters<typeof changeFilter>[1]) => void {
  const navigate = useNavigate();
  const ticketId = useOpenTicket();
  return changes => {
    const next = changeFilter(filter, changes);
    if (ticketId !== undefined) void navigate({ to: '/tickets/$ticketId', params: { ticketId }, search: next });
    else void navigate({ to: placeOf(next).path, search: placeOf(next).search });
  };
}
