import { useNavigate } from '@tanstack/react-router';
import { canonical, type TicketFilter } from './filter.ts';
import type { TicketRow as Row } from './queries.ts';
import { TicketRow } from './ticket-row.tsx';
import { VirtualRows } from './virtual-rows.tsx';

type TicketRowsProps = {
  rows: readonly Row[];
  filter: TicketFilter;
  openId: string | undefined;
  /** True while these still are the rows of the filter before. */
  stale: boolean;
  more: boolean;
  failed: boolean;
  readMore: () => void;
};

/** The tickets of a filter, as rows. */
export function TicketRows({ filter, ...list }: TicketRowsProps) {
  const navigate = useNavigate();
  return (
    <VirtualRows
      {...list}
      label="Tickets"
      list={canonical(filter)}
      open={ticketId => void navigate({ to: '/tickets/$ticketId', params: { ticketId }, search: filter })}
    >
      {row => <TicketRow row={row} filter={filter} open={row.id === list.openId} />}
    </VirtualRows>
  );
}
