import { useNavigate } from '@tanstack/react-router';
import { stringifySearch } from '../../api-client/search-params.ts';
import type { PagingProps } from '../../list/paging-props.ts';
import type { RowStateStore } from '../../list/row-state.ts';
import { VirtualRows } from '../../list/virtual-rows.tsx';
import { usePersonName } from '../../people/use-people.ts';
import { useCanWriteTickets } from '../../session/permissions.ts';
import { type TicketFilter, toCanonicalQuery } from '../filter/filter.ts';
import type { ListedTicket as Row } from '../queries.ts';
import { TicketListRow } from './ticket-row.tsx';

type TicketRowsProps = PagingProps & {
  rows: readonly Row[];
  /** Ids of shown rows that have left the list. */
  removed: ReadonlySet<string>;
  /** Incremented to scroll the list to its top. */
  refreshCount: number;
  filter: TicketFilter;
  openId: string | undefined;
  rowState: RowStateStore;
  onShow: (ids: readonly string[]) => void;
};

export function TicketRows({ filter, removed, ...list }: TicketRowsProps) {
  const navigate = useNavigate();
  const getName = usePersonName();
  const query = stringifySearch(filter);
  return (
    <VirtualRows
      {...list}
      label="Tickets"
      list={toCanonicalQuery(filter)}
      selectable={useCanWriteTickets()}
      open={ticketId => void navigate({ to: '/tickets/$ticketId', params: { ticketId }, search: filter })}
    >
      {row => (
        <TicketListRow
          row={row}
          href={`/tickets/${encodeURIComponent(row.id)}${query}`}
          open={row.id === list.openId}
          removed={removed.has(row.id)}
          assignee={row.assignee_id === null ? null : getName(row.assignee_id)}
          showState={filter.state !== row.state}
          search={filter.q}
          getName={getName}
        />
      )}
    </VirtualRows>
  );
}
